import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { newCommentBody } from '../../src/services/contract/support.ts';
import type { RouteTools } from '../http/app.ts';
import { type Bindings, type HttpContext, signedIn } from '../http/handler.ts';
import type { Tickets } from './tickets.ts';

const answerBody = z.strictObject({ ticket: z.string(), text: newCommentBody.shape.content });
const closeBody = z.strictObject({ ticket: z.string() });

/** Lets a tester act as support, in their own tickets when signed in. A shared sandbox requires an account. */
export function supportSandboxRoutes(
  app: Hono<Bindings>,
  tools: RouteTools,
  { tickets, isShared }: { readonly tickets: Tickets; readonly isShared: boolean },
): void {
  const scopeOf = async (c: HttpContext): Promise<string | null> => {
    const session = await tools.sessionOf(c);
    return isShared ? signedIn({ session }).account.id : (session?.account.id ?? null);
  };

  app.post('/sandbox/support/reply', async (c) => {
    const { ticket, text } = await tools.readBody(c, answerBody);
    await tickets.answer(await scopeOf(c), ticket, text);
    return c.json({ message: 'Support replied. The ticket is pending.' });
  });

  app.post('/sandbox/support/close', async (c) => {
    const { ticket } = await tools.readBody(c, closeBody);
    await tickets.close(await scopeOf(c), ticket);
    return c.json({ message: 'The ticket is closed.' });
  });
}
