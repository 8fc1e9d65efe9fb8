import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { askEndpoint } from '../ask-endpoint.ts';
import { expectOf, findBuiltInModel } from '../built-in-api.ts';
import type { Check, Finding } from './explain-finding.ts';
import { failWith, pass, explainContext, explainPace, writePlainly } from './explain-finding.ts';
import type { DiagnoseOptions } from './diagnose.ts';
import { measureFirst } from './diagnose.ts';

/** The same for the model that Chrome holds: is it there, does it answer, how much does it hold. */
export async function diagnoseBuiltIn(
  settings: EndpointSettings,
  { signal, onChecks }: Omit<DiagnoseOptions, 'probe'>,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const report = (id: Check['id'], finding: Finding): void => {
    const at = checks.findIndex((check) => check.id === id);
    checks.splice(at < 0 ? checks.length : at, 1, { id, ...finding });
    onChecks([...checks]);
  };
  const model = findBuiltInModel();
  if (!model) {
    report('model', failWith('This browser has no built-in model: choose another endpoint.'));
    return checks;
  }
  const expected = expectOf(settings.images);
  const availability = await model.availability(expected).catch(() => 'unavailable' as const);
  if (availability === 'unavailable') {
    report('model', failWith(whyUnavailable(settings.images)));
    return checks;
  }
  if (availability !== 'available') {
    report(
      'model',
      failWith('Chrome’s model is not on this computer yet; it takes some gigabytes.', {
        remedy: { kind: 'get-model' },
      }),
    );
    return checks;
  }
  report('model', pass('Chrome’s model is on this computer.'));
  report('answer', { state: 'running', message: 'Asking it for one word…' });
  const first = measureFirst();
  const question = [{ role: 'user' as const, content: 'Answer with the one word: ready' }];
  const reply = await askEndpoint(settings, question, {
    signal,
    onText: first.onText,
  });
  if (signal.aborted) report('answer', { state: 'skipped', message: 'Cancelled.' });
  else if (!reply.ok) report('answer', failWith(writePlainly(reply.message)));
  else {
    report('answer', explainPace(first.read()));
    const session = await model.create({ ...expected, signal }).catch(() => null);
    const reported = session?.contextWindow ?? session?.inputQuota ?? null;
    session?.destroy();
    report('context', explainContext(reported, settings));
  }
  return checks;
}

function whyUnavailable(images: boolean): string {
  return `Chrome’s model cannot run here: it takes 22 GB of free space, and a graphics card of more than 4 GB or 16 GB of memory.${images ? ' Perhaps it takes no pictures: turn them off.' : ''}`;
}
