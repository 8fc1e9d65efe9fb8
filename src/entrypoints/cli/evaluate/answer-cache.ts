import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ChatMessage } from '../../../core/navigator/chat-message.ts';
import type { EndpointSettings } from '../../../core/navigator/endpoint/endpoint-settings.ts';
import { writeWhole } from './run-folder.ts';

/** An answer as it is kept: what was said, and what it took. */
export interface KeptAnswer {
  text: string;
  promptTokens: number;
  completionTokens: number;
  estimated: boolean;
}

/** Answers by what was asked of whom. The key of the endpoint is no part of it. */
export interface AnswerCache {
  nameOf(messages: readonly ChatMessage[]): string;
  read(name: string): Promise<KeptAnswer | null>;
  write(name: string, answer: KeptAnswer): Promise<void>;
}

/** A file per answer, named by a hash; a folder may serve many runs at a time. Null: in memory. */
export function openCache(
  folder: string | null,
  { baseUrl, model }: EndpointSettings,
): AnswerCache {
  const fileOf = (name: string): string =>
    path.join(folder ?? '', name.slice(0, 2), `${name}.json`);
  const held = new Map<string, KeptAnswer>();
  return {
    nameOf: (messages) =>
      createHash('sha256')
        .update(JSON.stringify([baseUrl, model, messages]))
        .digest('hex'),
    async read(name) {
      if (folder === null) return held.get(name) ?? null;
      try {
        const kept = JSON.parse(await readFile(fileOf(name), 'utf8')) as KeptAnswer;
        return typeof kept.text === 'string' ? kept : null;
      } catch {
        return null;
      }
    },
    async write(name, answer) {
      if (folder === null) {
        held.set(name, answer);
        return;
      }
      await mkdir(path.dirname(fileOf(name)), { recursive: true });
      await writeWhole(fileOf(name), JSON.stringify(answer));
    },
  };
}
