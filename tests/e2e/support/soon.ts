/** For `expect.poll` of what comes soon after, but not at once. */
export const SOON = { intervals: [10, 20, 40, 80, 160] };
