import { suggestBaseUrls } from '../../../core/navigator/endpoint/presets.ts';
import type { EndpointSettings } from '../../../core/navigator/endpoint/endpoint-settings.ts';
import { askEndpoint } from '../ask-endpoint.ts';
import { CHECK_TITLES, failWith, pass, warn } from './check.ts';
import type { Check, CheckId, Finding } from './check.ts';
import {
  explainAccess,
  explainContext,
  explainPace,
  explainUnreachable,
  tellPlainly,
} from './explain-finding.ts';
import type { ListedModel } from './list-models.ts';
import { findModel, listModels, orderModels } from './list-models.ts';
import { measureFirst } from './measure-first.ts';
import type { ProbeAddress } from './probe-address.ts';
import { tryImages, tryTools } from './try-abilities.ts';

export interface DiagnoseOptions {
  /** Stops it; what was found until then stays. */
  signal: AbortSignal;
  /** Gets all lines after every change. */
  onChecks: (checks: readonly Check[]) => void;
  probe: ProbeAddress;
}

/** Keeps the lines; `tell` says how one of them stands now. */
interface Sheet {
  checks: Check[];
  tell: (id: CheckId, finding: Finding) => void;
}

/**
 * Looks at an OpenAI-compatible endpoint step by step, and says in plain words what is wrong with it.
 * Asks its list of models, and up to three short questions. Stops at the first thing that makes the
 * others pointless.
 */
export async function diagnose(
  settings: EndpointSettings,
  options: DiagnoseOptions,
): Promise<readonly Check[]> {
  const { signal } = options;
  const sheet = openSheet(settings, options);
  const models = await lookAtServer(settings, options, sheet);
  if (models !== 'stop' && !signal.aborted) {
    const listed = models && findModel(models, settings.model);
    if (await lookAtAnswer(settings, models, signal, sheet)) {
      if (settings.images) {
        sheet.tell('images', { state: 'running', message: 'Showing it a red square…' });
        sheet.tell('images', await tryImages(settings, signal));
      }
      if (settings.tools) {
        sheet.tell('tools', { state: 'running', message: 'Offering it a tool…' });
        sheet.tell('tools', await tryTools(settings, signal));
      }
      sheet.tell('context', explainContext(listed?.contextTokens ?? null, settings));
    }
  }
  const message = signal.aborted ? 'Cancelled.' : 'Not looked at.';
  for (const { id, state } of sheet.checks) {
    if (state === 'running') sheet.tell(id, { state: 'skipped', message });
  }
  return sheet.checks;
}

function openSheet(
  { images, tools }: EndpointSettings,
  { onChecks }: Pick<DiagnoseOptions, 'onChecks'>,
): Sheet {
  const left: Partial<Record<CheckId, boolean>> = { images: !images, tools: !tools };
  const ids = Object.keys(CHECK_TITLES) as CheckId[];
  const sheet: Sheet = {
    checks: ids
      .filter((id) => left[id] !== true)
      .map((id) => ({ id, state: 'running', message: '' })),
    tell(id, finding) {
      sheet.checks = sheet.checks.map((check) => (check.id === id ? { id, ...finding } : check));
      onChecks(sheet.checks);
    },
  };
  onChecks(sheet.checks);
  return sheet;
}

/** Address, access and path. The models it lists; null when it lists none; `stop` when it is no use to go on. */
async function lookAtServer(
  settings: EndpointSettings,
  { signal, probe }: DiagnoseOptions,
  { tell }: Sheet,
): Promise<ListedModel[] | null | 'stop'> {
  const isOver = (): boolean => signal.aborted;
  tell('address', { state: 'running', message: `Asking ${settings.baseUrl}…` });
  const listing = await listModels(settings, signal);
  if (isOver()) return 'stop';
  if (listing.kind === 'unreachable') {
    const found = await probe(new URL(settings.baseUrl).origin, signal);
    if (!isOver()) tell('address', explainUnreachable(found, settings));
    return 'stop';
  }
  const { status, detail, models } = listing;
  tell('address', pass(`It answers, in ${String(listing.ms)} ms.`));
  const refusal = explainAccess(status, detail, settings);
  if (refusal) {
    tell('access', refusal);
    return 'stop';
  }
  if (models !== null) {
    tell('access', pass(settings.apiKey === '' ? 'It asks for no key.' : 'It takes the key.'));
    tell('path', pass('It is an OpenAI-compatible endpoint.'));
    return models;
  }
  tell('path', { state: 'running', message: 'Looking for the right base URL…' });
  const better = await findBaseUrl(settings, signal);
  if (isOver()) return 'stop';
  if (better === null) return null;
  tell(
    'path',
    failWith(`There is no chat endpoint at ${settings.baseUrl}, but there is one at ${better}.`, {
      remedy: { kind: 'base-url', baseUrl: better },
    }),
  );
  return 'stop';
}

/** Where a list of models is, near the address that was set. */
async function findBaseUrl(
  settings: EndpointSettings,
  signal: AbortSignal,
): Promise<string | null> {
  for (const baseUrl of suggestBaseUrls(settings.baseUrl)) {
    const listing = await listModels({ ...settings, baseUrl }, signal);
    if (signal.aborted) return null;
    if (listing.kind !== 'answered') continue;
    // A refusal in words of its own is an endpoint's, too.
    const refuses = [401, 403].includes(listing.status) && listing.detail !== '';
    if (listing.models !== null || refuses) return baseUrl;
  }
  return null;
}

/** Model and answer, by one short question. Whether it answered. */
async function lookAtAnswer(
  settings: EndpointSettings,
  models: ListedModel[] | null,
  signal: AbortSignal,
  { tell }: Sheet,
): Promise<boolean> {
  const { model } = settings;
  tell('answer', { state: 'running', message: 'Asking it for one word…' });
  const first = measureFirst();
  const reply = await askEndpoint(
    settings,
    [{ role: 'user', content: 'Answer with the one word: ready' }],
    {
      signal,
      onText: first.onText,
      onRetry: ({ reason, waitMs, attempt, most }) =>
        tell('answer', {
          state: 'running',
          message: `${reason}: trying again in ${(waitMs / 1000).toFixed(1)} s (${String(attempt)} of ${String(most)})…`,
        }),
    },
  );
  if (signal.aborted) return false;
  const isListed = models !== null && findModel(models, model) !== null;
  const remedy =
    models !== null && models.length > 0
      ? { remedy: { kind: 'model' as const, models: orderModels(models, model) } }
      : {};
  if (reply.ok) {
    if (isListed) tell('model', pass(`It has “${model}”.`, remedy));
    else if (models === null) tell('model', pass(`It lists no models, but “${model}” answers.`));
    else tell('model', warn(`“${model}” is not in its list, but it answers.`, remedy));
    tell('path', pass('There is a chat endpoint.'));
    tell('access', pass(settings.apiKey === '' ? 'It asks for no key.' : 'It takes the key.'));
    tell('answer', explainPace(first.read()));
    return true;
  }
  const message = tellPlainly(reply.message);
  const refused = /\((401|403)\)/.exec(reply.message)?.[1];
  const said = /It says: “(.*)”/s.exec(reply.message)?.[1] ?? '';
  const access = refused === undefined ? null : explainAccess(Number(refused), said, settings);
  if (access) tell('access', access);
  else if (models === null && /no chat endpoint|instead of a chat reply/.test(reply.message)) {
    tell('path', failWith(message));
  } else if (!isListed && models !== null) {
    tell('model', failWith(`It has no model “${model}”. Choose one that it has.`, remedy));
  } else if (/has no model/.test(reply.message)) tell('model', failWith(message, remedy));
  else tell('answer', failWith(message));
  return false;
}
