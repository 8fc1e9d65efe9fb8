import type { Hop } from '../../core/demonstration/hop.ts';
import { keepHops, redactHops } from '../../core/demonstration/kept-hops.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import type { SecretGuard } from './secret-guard.ts';

/**
 * Keeps the copilot's hops with what is being recorded, without secrets; `changed` is null where only a secret
 * has become known.
 */
export async function followHops(
  changed: { hops: readonly Hop[]; at: number } | null,
  open: OpenDemonstration,
  guard: SecretGuard,
): Promise<Outcome> {
  const demonstration = await open.get();
  if (demonstration?.state !== 'recording') return { ok: true };
  const { hops: before = [] } = demonstration;
  const kept = changed ? keepHops(before, changed.hops, changed.at) : before;
  const hops = redactHops(kept, await guard.search(demonstration.id));
  if (hops !== before) await open.put({ ...demonstration, hops });
  return { ok: true };
}
