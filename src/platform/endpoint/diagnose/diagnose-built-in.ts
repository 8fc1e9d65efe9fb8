import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { askEndpoint } from '../ask-endpoint.ts';
import { expectOf, findBuiltInModel } from '../built-in-api.ts';
import type { Check, Finding } from './explain-finding.ts';
import { failWith, pass, explainContext, explainPace, tellPlainly } from './explain-finding.ts';
import type { DiagnoseOptions } from './diagnose.ts';
import { measureFirst } from './diagnose.ts';

/** The same for the model that Chrome holds: is it there, does it answer, how much does it hold. */
export async function diagnoseBuiltIn(
  settings: EndpointSettings,
  { signal, onChecks }: Omit<DiagnoseOptions, 'probe'>,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const tell = (id: Check['id'], finding: Finding): void => {
    const at = checks.findIndex((check) => check.id === id);
    checks.splice(at < 0 ? checks.length : at, 1, { id, ...finding });
    onChecks([...checks]);
  };
  const model = findBuiltInModel();
  if (!model) {
    tell('model', failWith('This browser has no built-in model: choose another endpoint.'));
    return checks;
  }
  const expected = expectOf(settings.images);
  const availability = await model.availability(expected).catch(() => 'unavailable' as const);
  if (availability === 'unavailable') {
    tell('model', failWith(whyUnavailable(settings.images)));
    return checks;
  }
  if (availability !== 'available') {
    tell(
      'model',
      failWith('Chrome’s model is not on this computer yet; it takes some gigabytes.', {
        remedy: { kind: 'get-model' },
      }),
    );
    return checks;
  }
  tell('model', pass('Chrome’s model is on this computer.'));
  tell('answer', { state: 'running', message: 'Asking it for one word…' });
  const first = measureFirst();
  const question = [{ role: 'user' as const, content: 'Answer with the one word: ready' }];
  const reply = await askEndpoint(settings, question, {
    signal,
    onText: first.onText,
  });
  if (signal.aborted) tell('answer', { state: 'skipped', message: 'Cancelled.' });
  else if (!reply.ok) tell('answer', failWith(tellPlainly(reply.message)));
  else {
    tell('answer', explainPace(first.read()));
    const session = await model.create({ ...expected, signal }).catch(() => null);
    const told = session?.contextWindow ?? session?.inputQuota ?? null;
    session?.destroy();
    tell('context', explainContext(told, settings));
  }
  return checks;
}

function whyUnavailable(images: boolean): string {
  return `Chrome’s model cannot run here: it takes 22 GB of free space, and a graphics card of more than 4 GB or 16 GB of memory.${images ? ' Perhaps it takes no pictures: turn them off.' : ''}`;
}
