/** For `expect.poll`: looks that follow each other quickly. What a test causes is seldom there at once, and soon after. */
export const SOON = { intervals: [10, 20, 40, 80, 160] };
