import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_AHEAD = 16;

/**
 * Handles one request of a connection at a time (LOAD-03); Node would start all pipelined ones at once. A connection
 * that sends too many ahead is closed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  function begin(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (!next) waiting.delete(socket);
      else if (!socket.destroyed) begin(socket, ...next);
    });
    listener(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const ahead = waiting.get(socket);
    if (!ahead) {
      waiting.set(socket, []);
      begin(socket, request, response);
    } else if (ahead.length < MAX_AHEAD) ahead.push([request, response]);
    else socket.destroy();
  };
}
