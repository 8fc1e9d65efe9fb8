import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import type { AnswerCache, KeptAnswer } from '../../../platform/endpoint/asker.ts';
import { openMemoryCache } from '../../../platform/endpoint/asker.ts';
import { writeWhole } from './run-folder.ts';

/** A file per answer, named by a hash; a folder may serve many runs at a time. Null: in memory. */
export function openCache(
  folder: string | null,
  { baseUrl, model }: EndpointSettings,
): AnswerCache {
  const fileOf = (name: string): string =>
    path.join(folder ?? '', name.slice(0, 2), `${name}.json`);
  const held = openMemoryCache();
  return {
    nameOf: (messages) =>
      createHash('sha256')
        .update(JSON.stringify([baseUrl, model, messages]))
        .digest('hex'),
    async read(name) {
      if (folder === null) return held.read(name);
      try {
        const kept = JSON.parse(await readFile(fileOf(name), 'utf8')) as KeptAnswer;
        return typeof kept.text === 'string' ? kept : null;
      } catch {
        return null;
      }
    },
    async write(name, answer) {
      if (folder === null) return held.write(name, answer);
      await mkdir(path.dirname(fileOf(name)), { recursive: true });
      await writeWhole(fileOf(name), JSON.stringify(answer));
    },
  };
}
