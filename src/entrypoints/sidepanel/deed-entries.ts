import { describeDeed } from '../../core/navigator/charge/deed.ts';
import type { Deed } from '../../core/navigator/charge/deed.ts';
import type { ActionEntry, Entry } from '../../ui/conversation/entry.ts';

/** The list with what the person did; a fuller account takes the place of the one before. */
export function addDeed(entries: readonly Entry[], deed: Deed): Entry[] {
  const at = entries.findIndex(({ id }) => id === deed.id);
  if (at < 0) return [...entries, showDeed(deed)];
  return entries.with(at, { ...showDeed(deed), at: entries[at]?.at ?? deed.at });
}

/** A recording's turn of the same id comes to stand in its place. */
function showDeed(deed: Deed): ActionEntry {
  const { id, at, target } = deed;
  return {
    kind: 'action',
    id,
    at,
    by: 'person',
    description: `You: ${describeDeed(deed)}`,
    detail: null,
    state: 'done',
    shot: { status: 'none' },
    findings: [],
    details: {
      why: null,
      receipt: null,
      target: target && {
        name: target.name || target.text,
        role: target.role,
        tag: target.tag,
        xpath: '',
      },
      screenshot: null,
      url: null,
    },
  };
}
