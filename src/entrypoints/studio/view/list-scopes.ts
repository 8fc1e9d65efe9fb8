import { countMessage, message } from '../../../messages/message.ts';
import type { LibraryIds } from '../studio-model.ts';

/** Which demonstrations something is done with: `chosen`, `shown`, or the project behind `project:`. */
interface Scope {
  value: string;
  ids: readonly string[];
  label: string;
}

export function listScopes({ chosen, shown, projects }: LibraryIds): Scope[] {
  const scopes = [
    { value: 'chosen', ids: chosen, label: countMessage('studioChosen', chosen.length) },
    { value: 'shown', ids: shown, label: countMessage('studioScopeShown', shown.length) },
    ...[...projects].map(([name, ids]) => ({
      value: `project:${name}`,
      ids,
      label: message('studioScopeProject', name, ids.length.toLocaleString('en')),
    })),
  ];
  return scopes.filter(({ ids }) => ids.length > 0);
}
