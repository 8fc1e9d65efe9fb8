import { findPreset, suggestBaseUrls } from '../../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { askEndpoint } from '../ask-endpoint.ts';
import { parseJson, read, readDetail } from '../read-chunk.ts';
import type { Check, CheckId, Finding } from './explain-finding.ts';
import {
  CHECK_TITLES,
  explainAccess,
  explainContext,
  explainPace,
  explainUnreachable,
  failWith,
  pass,
  writePlainly,
  warn,
} from './explain-finding.ts';
import type { ProbeAddress } from './probe-address.ts';

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
  report: (id: CheckId, finding: Finding) => void;
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
        sheet.report('images', { state: 'running', message: 'Showing it a red square…' });
        sheet.report('images', await tryImages(settings, signal));
      }
      if (settings.tools) {
        sheet.report('tools', { state: 'running', message: 'Offering it a tool…' });
        sheet.report('tools', await tryTools(settings, signal));
      }
      sheet.report('context', explainContext(listed?.contextTokens ?? null, settings));
    }
  }
  const message = signal.aborted ? 'Cancelled.' : 'Not looked at.';
  for (const { id, state } of sheet.checks) {
    if (state === 'running') sheet.report(id, { state: 'skipped', message });
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
    report(id, finding) {
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
  { report }: Sheet,
): Promise<ListedModel[] | null | 'stop'> {
  const isOver = (): boolean => signal.aborted;
  report('address', { state: 'running', message: `Asking ${settings.baseUrl}…` });
  const listing = await listModels(settings, signal);
  if (isOver()) return 'stop';
  if (listing.kind === 'unreachable') {
    const found = await probe(new URL(settings.baseUrl).origin, signal);
    if (!isOver()) report('address', explainUnreachable(found, settings));
    return 'stop';
  }
  const { status, detail, models } = listing;
  report('address', pass(`It answers, in ${String(listing.ms)} ms.`));
  const refusal = explainAccess(status, detail, settings);
  if (refusal) {
    report('access', refusal);
    return 'stop';
  }
  if (models !== null) {
    report('access', pass(settings.apiKey === '' ? 'It asks for no key.' : 'It takes the key.'));
    report('path', pass('It is an OpenAI-compatible endpoint.'));
    return models;
  }
  report('path', { state: 'running', message: 'Looking for the right base URL…' });
  const better = await findBaseUrl(settings, signal);
  if (isOver()) return 'stop';
  if (better === null) return null;
  report(
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
  { report }: Sheet,
): Promise<boolean> {
  const { model } = settings;
  report('answer', { state: 'running', message: 'Asking it for one word…' });
  const first = measureFirst();
  const reply = await askEndpoint(
    settings,
    [{ role: 'user', content: 'Answer with the one word: ready' }],
    {
      signal,
      onText: first.onText,
      onRetry: ({ reason, waitMs, attempt, most }) =>
        report('answer', {
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
    if (isListed) report('model', pass(`It has “${model}”.`, remedy));
    else if (models === null) report('model', pass(`It lists no models, but “${model}” answers.`));
    else report('model', warn(`“${model}” is not in its list, but it answers.`, remedy));
    report('path', pass('There is a chat endpoint.'));
    report('access', pass(settings.apiKey === '' ? 'It asks for no key.' : 'It takes the key.'));
    report('answer', explainPace(first.read()));
    return true;
  }
  const message = writePlainly(reply.message);
  const refused = /\((401|403)\)/.exec(reply.message)?.[1];
  const said = /It says: “(.*)”/s.exec(reply.message)?.[1] ?? '';
  const access = refused === undefined ? null : explainAccess(Number(refused), said, settings);
  if (access) report('access', access);
  else if (models === null && /no chat endpoint|instead of a chat reply/.test(reply.message)) {
    report('path', failWith(message));
  } else if (!isListed && models !== null) {
    report('model', failWith(`It has no model “${model}”. Choose one that it has.`, remedy));
  } else if (/has no model/.test(reply.message)) report('model', failWith(message, remedy));
  else report('answer', failWith(message));
  return false;
}

/** Measures how long the first word of a reply takes. */
export function measureFirst(): { onText: () => void; read: () => number } {
  const begun = performance.now();
  const first: { ms: number | null } = { ms: null };
  const elapsed = (): number => performance.now() - begun;
  return {
    onText() {
      first.ms ??= elapsed();
    },
    read: () => first.ms ?? elapsed(),
  };
}

/** A red square of 64 by 64 pixels: some models refuse smaller ones. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXhFBQ7LoRlAAAAG0lEQVR42u3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAG9PLePAAAAAElFTkSuQmCC';

/** Whether the model takes pictures, and sees what is in them. */
async function tryImages(settings: EndpointSettings, signal: AbortSignal): Promise<Finding> {
  const content = 'Which colour is this square? Answer with one word.';
  const images = [{ mediaType: 'image/png' as const, base64: RED_SQUARE }];
  const reply = await askEndpoint(settings, [{ role: 'user', content, images }], { signal });
  const remedy = { kind: 'turn-off' as const, option: 'images' as const };
  if (!reply.ok) return failWith(writePlainly(reply.message), { remedy });
  if (/\bred\b|crimson|scarlet/i.test(reply.text)) return pass('It sees pictures.');
  return warn(
    `It takes a picture, but calls a red square “${reply.text.trim().slice(0, 40)}”: it may not see it.`,
    { remedy },
  );
}

const TOOL = {
  name: 'report',
  description: 'Reports that you can call tools.',
  parameters: {
    type: 'object',
    properties: { word: { type: 'string', description: 'The word “ready”.' } },
    required: ['word'],
  },
};

/** Whether the model takes tools, and calls them. */
async function tryTools(settings: EndpointSettings, signal: AbortSignal): Promise<Finding> {
  const content = 'Call the tool “report” with the word “ready”.';
  const reply = await askEndpoint(settings, [{ role: 'user', content }], {
    signal,
    tools: [TOOL],
  });
  const remedy = { kind: 'turn-off' as const, option: 'tools' as const };
  if (!reply.ok && reply.toolsRefused) {
    return warn('It takes no tools: it is asked in text instead, after one failed question.', {
      remedy,
    });
  }
  if (!reply.ok) return failWith(writePlainly(reply.message), { remedy });
  if (reply.text.includes('<tool_call>')) return pass('It calls tools.');
  return warn('It takes tools, but did not call the one it was asked to. It can go without them.', {
    remedy,
  });
}

interface ListedModel {
  id: string;
  /** Tokens it holds; null where the endpoint does not say. */
  contextTokens: number | null;
}

export type Listing =
  /** No answer came. */
  | { kind: 'unreachable' }
  /** `models` is null when the answer is no list of models. */
  | { kind: 'answered'; status: number; models: ListedModel[] | null; detail: string; ms: number };

const PATIENCE_MS = 15_000;

/** Asks `GET /models`. Never throws for what an endpoint or a network can do. */
async function listModels(
  { baseUrl, apiKey }: Pick<EndpointSettings, 'baseUrl' | 'apiKey'>,
  signal: AbortSignal,
): Promise<Listing> {
  const begun = performance.now();
  const headers: Record<string, string> = { ...findPreset(baseUrl)?.headers };
  if (apiKey !== '') headers['authorization'] = `Bearer ${apiKey}`;
  if (apiKey !== '' && new URL(baseUrl).hostname === 'api.anthropic.com') {
    // Its list of models is not part of what it made compatible.
    headers['x-api-key'] = apiKey;
    headers['anthropic-version'] = '2023-06-01';
    delete headers['authorization'];
  }
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const body = parseJson(await response.text());
    const { status } = response;
    const models = response.ok ? readModels(body) : null;
    const ms = Math.round(performance.now() - begun);
    return { kind: 'answered', status, models, detail: readDetail(body) ?? '', ms };
  } catch {
    return { kind: 'unreachable' };
  }
}

function readModels(body: unknown): ListedModel[] | null {
  const list = [read(body, 'data'), read(body, 'models'), body].find(Array.isArray);
  if (!list) return null;
  return list.flatMap((entry: unknown): ListedModel[] => {
    const id = read(entry, 'id') ?? read(entry, 'name');
    return typeof id === 'string' ? [{ id, contextTokens: readContext(entry) }] : [];
  });
}

/** vLLM, OpenRouter and Together, Groq, LM Studio, llama.cpp: each has a name of its own for it. */
function readContext(entry: unknown): number | null {
  const said = [
    read(entry, 'max_model_len'),
    read(entry, 'loaded_context_length'),
    read(read(entry, 'top_provider'), 'context_length'),
    read(entry, 'context_length'),
    read(entry, 'context_window'),
    read(entry, 'max_context_length'),
    read(read(entry, 'meta'), 'n_ctx'),
  ];
  return said.find((tokens): tokens is number => typeof tokens === 'number' && tokens > 0) ?? null;
}

/** The model of this name: endpoints leave out Ollama's `:latest` and Gemini's `models/`. */
function findModel(models: readonly ListedModel[], name: string): ListedModel | null {
  const fold = (id: string): string => id.replace(/^models\//, '').replace(/:latest$/, '');
  return models.find(({ id }) => id === name || fold(id) === fold(name)) ?? null;
}

/** The names, those most like the one that was set first. */
function orderModels(models: readonly ListedModel[], name: string): string[] {
  const wanted = splitName(name);
  const likeness = (id: string): number =>
    splitName(id).filter((part) => wanted.includes(part)).length;
  return models
    .map(({ id }) => id)
    .toSorted((a, b) => likeness(b) - likeness(a) || a.localeCompare(b, 'en', { numeric: true }));
}

function splitName(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
}
