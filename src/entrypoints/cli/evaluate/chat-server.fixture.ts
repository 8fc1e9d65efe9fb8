import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeEvents } from '../../../../e2e/fixtures/scripted-endpoint.ts';
import { COMMAND } from '../run-cli.fixture.ts';

/** What the server says that every prompt has. */
export const TOKENS = 1000;

/** What the server does with the n-th request (from 0), whose messages are `asked`. */
export type Script = (asked: string, n: number) => Answer | Promise<Answer>;
export type Answer = string | { status: number; body: unknown } | { silence: true };

export interface ChatServer {
  baseUrl: string;
  /** The messages of each request, as JSON, in the order they came. */
  asked: string[];
  /** The most requests that were open at once. */
  most: () => number;
  close(): Promise<void>;
}

/** A chat endpoint on loopback that answers as `script` says; it may take its time. */
export async function startChatServer(script: Script): Promise<ChatServer> {
  const asked: string[] = [];
  let [open, most] = [0, 0];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as { messages: unknown };
      const messages = JSON.stringify(body.messages);
      const n = asked.push(messages) - 1;
      most = Math.max(most, (open += 1));
      response.on('close', () => (open -= 1));
      void Promise.resolve(script(messages, n)).then((answer) => {
        if (typeof answer === 'object' && 'silence' in answer) return;
        if (typeof answer === 'string') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(
            writeEvents(answer).replace('"prompt_tokens":7', `"prompt_tokens":${TOKENS}`),
          );
          return;
        }
        // The client waits between its own retries as long as this header says.
        const headers = { 'content-type': 'application/json', 'retry-after-ms': '1' };
        response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    asked,
    most: () => most,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export interface RunningCli {
  child: ChildProcess;
  err: () => string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
}

/** The built command as a process that a test can stop. */
export function startCli(args: readonly string[], cwd: string): RunningCli {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const ended = new Promise<number | string | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  return { child, err: () => err, ended };
}
