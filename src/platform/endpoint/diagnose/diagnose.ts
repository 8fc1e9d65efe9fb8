import { isBuiltIn, suggestBaseUrls } from '../../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import type { ChatMessage } from '../../../core/navigator/model/question.ts';
import type { ToolSchema } from '../../../core/navigator/model/tool-schema.ts';
import { writeReplySchema } from '../../../core/navigator/model/tool-schema.ts';
import { askEndpoint, findReplyForm, writeHeaders } from '../ask-endpoint.ts';
import { expectOf, findBuiltInModel } from '../built-in-model.ts';
import type { EndpointFailure } from '../explain-error.ts';
import { explainError } from '../explain-error.ts';
import { parseJson, read, readDetail } from '../read-reply.ts';
import type { Check, CheckId, Finding } from './explain-finding.ts';
import {
  CHECK_TITLES,
  explainAvailability,
  explainContext,
  explainPace,
  explainUnreachable,
  failWith,
  pass,
  warn,
} from './explain-finding.ts';
import type { ProbeAddress } from './probe-address.ts';

interface DiagnoseOptions {
  /** Stops it; what was found until then stays. */
  signal: AbortSignal;
  /** Gets all lines after every change. */
  onChecks: (checks: readonly Check[]) => void;
  probe: ProbeAddress;
}

type Report = (id: CheckId, finding: Finding) => void;

/**
 * Examines an endpoint step by step, and says in plain words what is wrong with it. Reads its list of models, and
 * asks up to four short questions. Stops at the first thing that makes the others pointless.
 */
export async function diagnose(
  settings: EndpointSettings,
  { signal, onChecks, probe }: DiagnoseOptions,
): Promise<readonly Check[]> {
  const ids = Object.keys(CHECK_TITLES) as CheckId[];
  const isWanted: Partial<Record<CheckId, boolean>> = isBuiltIn(settings)
    ? { address: false, access: false, path: false, images: false, tools: false }
    : { images: settings.images, tools: settings.tools };
  let checks = ids
    .filter((id) => isWanted[id] ?? true)
    .map((id): Check => ({ id, state: 'running', message: '' }));
  const report: Report = (id, finding) => {
    checks = checks.map((check) => (check.id === id ? { id, ...finding } : check));
    onChecks(checks);
  };
  onChecks(checks);
  if (isBuiltIn(settings)) await examineBuiltIn(settings, signal, report);
  else await examineEndpoint(settings, probe, signal, report);
  const message = signal.aborted ? 'Cancelled.' : 'Not looked at.';
  for (const { id, state } of checks) {
    if (state === 'running') report(id, { state: 'skipped', message });
  }
  return checks;
}

/** Checks whether Chrome's model is there, answers, and holds enough. */
async function examineBuiltIn(
  settings: EndpointSettings,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const model = findBuiltInModel();
  const expected = expectOf(settings.images);
  const availability = await model?.availability(expected).catch(() => 'unavailable' as const);
  report('model', explainAvailability(availability, settings));
  if (!model || availability !== 'available') return;
  const failure = await askForWord(settings, signal, report);
  if (signal.aborted) return;
  if (failure) {
    report('answer', explainFailure(failure));
    return;
  }
  const session = await model.create({ ...expected, signal }).catch(() => null);
  const tokens = session?.contextWindow ?? session?.inputQuota ?? null;
  session?.destroy();
  report('context', explainContext(tokens, settings));
}

async function examineEndpoint(
  settings: EndpointSettings,
  probe: ProbeAddress,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const models = await examineServer(settings, probe, signal, report);
  if (models === 'stop' || signal.aborted) return;
  if (!(await examineAnswer(settings, models, signal, report))) return;
  if (settings.images) {
    report('images', running('Showing it a red square…'));
    report('images', await tryImages(settings, signal));
  }
  if (settings.tools) {
    report('tools', running('Offering it a tool…'));
    report('tools', await tryTools(settings, signal));
  }
  const listed = models && findModel(models, settings.model);
  report('context', explainContext(listed?.contextTokens ?? null, settings));
}

/** Checks address, access and path. Returns the listed models, null if it lists none, `stop` if the rest is pointless. */
async function examineServer(
  settings: EndpointSettings,
  probe: ProbeAddress,
  signal: AbortSignal,
  report: Report,
): Promise<ListedModel[] | null | 'stop'> {
  const { baseUrl, apiKey } = settings;
  const isOver = (): boolean => signal.aborted;
  report('address', running(`Asking ${baseUrl}…`));
  const begun = performance.now();
  const listing = await listModels(settings, signal);
  if (isOver()) return 'stop';
  if (!listing) {
    const found = await probe(new URL(baseUrl).origin, signal);
    if (!isOver()) report('address', explainUnreachable(found, settings));
    return 'stop';
  }
  const { status, detail, models } = listing;
  report('address', pass(`It answers, in ${Math.round(performance.now() - begun)} ms.`));
  if (status === 401 || status === 403) {
    report('access', explainFailure(explainError({ kind: 'status', status, detail }, settings)));
    return 'stop';
  }
  if (models !== null) {
    report('access', pass(apiKey === '' ? 'It asks for no key.' : 'It takes the key.'));
    report('path', pass('It is an OpenAI-compatible endpoint.'));
    return models;
  }
  report('path', running('Looking for the right base URL…'));
  const better = await findBaseUrl(settings, signal);
  if (isOver()) return 'stop';
  if (better === null) return null;
  const message = `There is no chat endpoint at ${baseUrl}, but there is one at ${better}.`;
  report('path', failWith(message, { remedy: { kind: 'base-url', baseUrl: better } }));
  return 'stop';
}

/** Returns an address near the one that was set which has a list of models. */
async function findBaseUrl(
  settings: EndpointSettings,
  signal: AbortSignal,
): Promise<string | null> {
  for (const baseUrl of suggestBaseUrls(settings.baseUrl)) {
    const listing = await listModels({ ...settings, baseUrl }, signal);
    if (signal.aborted) return null;
    // A refusal with an explanation comes from an endpoint, too.
    const refuses = listing && [401, 403].includes(listing.status) && listing.detail !== '';
    if (listing?.models || refuses) return baseUrl;
  }
  return null;
}

/** Checks model and answer by one short question. Returns whether it answered. */
async function examineAnswer(
  settings: EndpointSettings,
  models: ListedModel[] | null,
  signal: AbortSignal,
  report: Report,
): Promise<boolean> {
  const { model, apiKey } = settings;
  const failure = await askForWord(settings, signal, report);
  if (signal.aborted) return false;
  const isListed = models !== null && findModel(models, model) !== null;
  const choice = models?.length
    ? { remedy: { kind: 'model' as const, models: orderModels(models, model) } }
    : {};
  if (!failure) {
    if (isListed) report('model', pass(`It has “${model}”.`, choice));
    else if (models === null) report('model', pass(`It lists no models, but “${model}” answers.`));
    else report('model', warn(`“${model}” is not in its list, but it answers.`, choice));
    report('path', pass('There is a chat endpoint.'));
    report('access', pass(apiKey === '' ? 'It asks for no key.' : 'It takes the key.'));
    return true;
  }
  const { about } = failure;
  if (about === 'access' || (about === 'path' && models === null)) {
    report(about, explainFailure(failure));
  } else if (!isListed && models !== null) {
    report('model', failWith(`It has no model “${model}”. Choose one that it has.`, choice));
  } else if (about === 'model') report('model', failWith(failure.plain, choice));
  else report('answer', failWith(failure.plain));
  return false;
}

/** Reports how fast the answer came. Returns the failure if none came. */
async function askForWord(
  settings: EndpointSettings,
  signal: AbortSignal,
  report: Report,
): Promise<EndpointFailure | null> {
  report('answer', running('Asking it for one word…'));
  const begun = performance.now();
  const first: { ms: number | null } = { ms: null };
  const question = [{ role: 'user', content: 'Answer with the one word: ready' }] as const;
  const reply = await askEndpoint(settings, question, {
    signal,
    onText: () => (first.ms ??= performance.now() - begun),
    onRetry: ({ reason, waitMs, attempt, most }) => {
      const seconds = (waitMs / 1000).toFixed(1);
      report('answer', running(`${reason}: trying again in ${seconds} s (${attempt} of ${most})…`));
    },
  });
  if (!reply.ok) return reply;
  if (!signal.aborted) report('answer', explainPace(first.ms ?? performance.now() - begun));
  return null;
}

function running(message: string): Finding {
  return { state: 'running', message };
}

function explainFailure({ plain, line }: EndpointFailure): Finding {
  return failWith(plain, line === undefined ? {} : { line });
}

/** A red square of 64 by 64 pixels: some models refuse smaller ones. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXhFBQ7LoRlAAAAG0lEQVR42u3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAG9PLePAAAAAElFTkSuQmCC';

/** Whether the model takes pictures, and recognises what they show. */
async function tryImages(settings: EndpointSettings, signal: AbortSignal): Promise<Finding> {
  const question: ChatMessage = {
    role: 'user',
    content: 'Which colour is this square? Answer with one word.',
    images: [{ mediaType: 'image/png', base64: RED_SQUARE }],
  };
  const reply = await askEndpoint(settings, [question], { signal });
  const remedy = { kind: 'turn-off', option: 'images' } as const;
  if (!reply.ok) return failWith(reply.plain, { remedy });
  if (/\bred\b|crimson|scarlet/i.test(reply.text)) return pass('It sees pictures.');
  const colour = reply.text.trim().slice(0, 40);
  const message = `It takes a picture, but calls a red square “${colour}”: it may not see it.`;
  return warn(message, { remedy });
}

const TOOL: ToolSchema = {
  name: 'report',
  description: 'Reports that you can call tools.',
  parameters: {
    type: 'object',
    properties: { word: { type: 'string', description: 'The word “ready”.' } },
    required: ['word'],
  },
};

/** Whether the model takes tools, and calls them; if it takes none, whether it replies as JSON by a schema. */
async function tryTools(settings: EndpointSettings, signal: AbortSignal): Promise<Finding> {
  const content = 'Call the tool “report” with the word “ready”.';
  const question = [{ role: 'user', content }] as const;
  const reply = await askEndpoint(settings, question, { signal, tools: [TOOL] });
  const remedy = { kind: 'turn-off', option: 'tools' } as const;
  if (reply.ok && reply.text.includes('<tool_call>')) return pass('It calls tools.');
  if (!reply.ok && !reply.toolsRefused) return failWith(reply.plain, { remedy });
  if (!reply.ok) return tryJson(settings, signal);
  const message =
    'It takes tools, but did not call the one it was asked to. It can go without them.';
  return warn(message, { remedy });
}

async function tryJson(settings: EndpointSettings, signal: AbortSignal): Promise<Finding> {
  const content =
    'Reply with this JSON: {"call": {"name": "report", "arguments": {"word": "ready"}}}';
  const schema = writeReplySchema([TOOL]);
  const reply = await askEndpoint(settings, [{ role: 'user', content }], { signal, schema });
  if (!reply.ok) return failWith(reply.plain);
  if (findReplyForm(settings) === 'json' && read(parseJson(reply.text), 'call') !== undefined)
    return pass(
      'It takes no tools, but replies as JSON by a schema. It is asked that way instead.',
    );
  const message = 'It takes no tools: it is asked in text instead, after one failed question.';
  return warn(message, { remedy: { kind: 'turn-off', option: 'tools' } });
}

interface ListedModel {
  id: string;
  /** Tokens it holds; null where the endpoint doesn't say. */
  contextTokens: number | null;
}

/** `models` is null if the answer is no list of models. */
interface Listing {
  status: number;
  detail: string;
  models: ListedModel[] | null;
}

const PATIENCE_MS = 15_000;

/** Reads `GET /models`. Returns null if no answer came. */
async function listModels(
  settings: Pick<EndpointSettings, 'baseUrl' | 'apiKey'>,
  signal: AbortSignal,
): Promise<Listing | null> {
  const { baseUrl, apiKey } = settings;
  // Anthropic's list of models isn't part of what it made compatible.
  const isAnthropic = apiKey !== '' && new URL(baseUrl).hostname === 'api.anthropic.com';
  const own = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  const headers = isAnthropic
    ? { ...writeHeaders({ baseUrl, apiKey: '' }), ...own }
    : writeHeaders(settings);
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const body = parseJson(await response.text());
    const models = response.ok ? readModels(body) : null;
    return { status: response.status, models, detail: readDetail(body) ?? '' };
  } catch {
    return null;
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

/** vLLM, OpenRouter and Together, Groq, LM Studio and llama.cpp each have their own name for it. */
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

/** Endpoints omit Ollama's `:latest` and Gemini's `models/`. */
function findModel(models: readonly ListedModel[], name: string): ListedModel | null {
  const fold = (id: string): string => id.replace(/^models\//, '').replace(/:latest$/, '');
  return models.find(({ id }) => id === name || fold(id) === fold(name)) ?? null;
}

/** Returns the names, those most like the one that was set first. */
function orderModels(models: readonly ListedModel[], name: string): string[] {
  const split = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const wanted = split(name);
  const likeness = (id: string): number => split(id).filter((part) => wanted.includes(part)).length;
  return models
    .map(({ id }) => id)
    .toSorted((a, b) => likeness(b) - likeness(a) || a.localeCompare(b, 'en', { numeric: true }));
}
