import * as z from 'zod/mini';

/** Milliseconds until an answer that has not come counts as none. */
const WITHIN = 10_000;
/** Of one answer; the largest blocks have a few millions. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A node's JSON-RPC. */
export interface Rpc {
  /** @throws NodeRefusedError for an answer that is an error, NodeDownError for no answer, or one that is none. */
  call<T>(schema: z.ZodMiniType<T>, method: string, params: readonly unknown[]): Promise<T>;
}

/** The node has answered, and refuses. */
export class NodeRefusedError extends Error {
  override readonly name = 'NodeRefusedError';
}

/** Nothing is known of what was asked. The message holds no address, as that may have a key in it. */
export class NodeDownError extends Error {
  override readonly name = 'NodeDownError';
}

const answer = z.object({
  id: z.number(),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
});

export function createRpc(url: string, within = WITHIN): Rpc {
  let last = 0;

  async function post(id: number, method: string, params: readonly unknown[]): Promise<string> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(within),
    });
    return readText(response);
  }

  return {
    async call(schema, method, params) {
      last += 1;
      const id = last;
      let parsed: z.infer<typeof answer>;
      try {
        parsed = answer.parse(JSON.parse(await post(id, method, params)));
      } catch (error) {
        throw new NodeDownError(`the node gave no answer to ${method}`, { cause: error });
      }
      if (parsed.id !== id) throw new NodeDownError(`the node answered another call than ${method}`);
      if (parsed.error) throw new NodeRefusedError(parsed.error.message);
      const result = schema.safeParse(parsed.result);
      if (result.success) return result.data;
      throw new NodeDownError(`the node's answer to ${method} has another form`);
    },
  };
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new RangeError('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
