import { prepareLook } from '../../core/agent/look.ts';
import { encodeBase64 } from '../../core/bytes.ts';
import type { ReplayTurn } from '../../core/formats/dmr/replay.ts';
import type { Gate } from '../../core/navigator/rules/gate.ts';
import { readElementWords } from '../../core/navigator/rules/target-facts.ts';
import type { HistoryEntry } from '../../core/navigator/run/history.ts';
import type { Failure, Ports } from '../../core/navigator/run/ports.ts';
import type { RunControl } from '../../core/navigator/run/takeover.ts';
import type { RankResult } from '../../core/ranking/candidate.ts';
import { mergeMasks } from '../../core/snapshot/masks.ts';
import { createCompose } from '../../core/strategies/strategies.ts';
import type { Mark, Picture } from '../../core/strategies/strategy.ts';
import { decodeDataUrl, drawMarks, paintOver } from '../../platform/image/draw.ts';
import { readTabMasks } from '../../platform/frames.ts';
import { findReplyForm } from '../../platform/endpoint/ask-endpoint.ts';
import type { EndpointState } from '../../platform/settings/settings.ts';
import type { TabObservation } from '../tab/observe-tab.ts';
import { noteTabAction, observeTab, readAhead } from '../tab/observe-tab.ts';
import { askForDmr, holdCandidates, rankOffscreen } from '../tab/rank-candidates.ts';
import { untilAborted } from '../until-aborted.ts';
import { readSkills, saveSkill } from '../skills/stored-skills.ts';
import { openAftermath } from './aftermath.ts';
import type { RunMemory } from './memory.ts';
import type { Meter } from './metered-endpoint.ts';
import { labelTarget, showStop } from './page-marks.ts';
import { attachedFiles, performOnTab } from './perform-on-tab.ts';

/** What the ports of a run are made of. */
export interface RunMeans {
  tabId: number;
  /** The agent outside the browser that chooses the actions; null if the copilot does. */
  agent: string | null;
  /** The conversation before the run's message. */
  history: () => readonly HistoryEntry[];
  /** The conversation up to now. */
  turns: () => readonly ReplayTurn[];
  recall: RunMemory['recall'];
  endpoint: EndpointState;
  gate: Gate;
  /** Returns why the page must not be read. */
  findBar: () => Promise<Failure | null>;
  /** Gets each page that was read. */
  see: (observation: TabObservation) => void;
  control: RunControl;
  meter: Meter;
  /** Aborts when the run ends. */
  over: AbortSignal;
  onRanking: (ranking: Pick<RankResult, 'ranker' | 'notice'>) => void;
}

/** Makes the ports of a run on one tab. */
export function makePorts(means: RunMeans): Ports {
  const { tabId, history, turns, recall, endpoint, control, meter, over, onRanking } = means;
  const { gate, see, findBar, agent } = means;
  const aftermath = openAftermath(tabId, over);
  let latest: TabObservation | null = null;
  const ports: Ports = {
    gate,
    async observe(signal) {
      const bar = await findBar();
      if (bar) return bar;
      const observed = await untilAborted(observeTab(tabId), signal);
      // The tab may have navigated meanwhile.
      const late = await findBar();
      if (late) return late;
      if (!observed.ok) return observed;
      latest = observed.observation;
      see(latest);
      // A new document doesn’t show the stop button yet.
      void showStop(tabId, true);
      return observed;
    },
    ...(agent !== null && { readAhead: () => void readNext(tabId, findBar, over) }),
    async rank(query, candidates, k, signal) {
      const viewport = latest?.page.frames[0]?.viewport ?? null;
      const asked = await untilAborted(askForDmr(query, turns(), viewport), signal);
      const result = await rankOffscreen(asked, candidates, k, signal);
      onRanking(result);
      return result;
    },
    perform({ turnId, action, target, wasAsked = false, leaves }, signal) {
      noteTabAction(tabId);
      const order = {
        ...{ turnId, action, frameId: target?.frameId ?? 0 },
        label: labelTarget(action, agent),
        ...(agent !== null && { forAgent: true as const }),
        seenWords: latest && target ? readElementWords(latest.root, target.uid) : null,
        wasAsked,
        ...(leaves && { leaves }),
      };
      return aftermath.follow(order, () => performOnTab(tabId, order, signal), signal);
    },
    review: aftermath.review,
    control,
    wait: (seconds, signal) => untilAborted(pass(seconds), signal),
    newId: () => crypto.randomUUID(),
    history,
    async picture(signal) {
      const taken = await pictureTab(tabId, [], signal);
      return taken.ok ? `data:${taken.image.mediaType};base64,${taken.image.base64}` : null;
    },
    skills: { list: readSkills, save: saveSkill },
    files: () => attachedFiles.list().map(({ name }) => name),
  };
  if (endpoint.state === 'none') return ports;
  return {
    ...ports,
    complete: (messages, onText, signal, terms = {}) =>
      meter.complete(endpoint, messages, onText, signal, terms),
    recall: (asked, site, signal) => untilAborted(recall(asked, site), signal),
    compose: createCompose(endpoint.settings, {
      findForm: () => findReplyForm(endpoint.settings),
      takePicture: (marks, signal) => untilAborted(pictureTab(tabId, marks, signal), signal),
    }),
  };
}

/** Reads what an action has made of the page, and prepares ranking and writing it, while the agent thinks. Never rejects. */
async function readNext(
  tabId: number,
  findBar: RunMeans['findBar'],
  over: AbortSignal,
): Promise<void> {
  if (await findBar()) return;
  const observation = await readAhead(tabId, over);
  if (!observation) return;
  await holdCandidates(observation.candidates).catch(() => undefined);
  prepareLook(observation);
}

function pass(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Chrome takes at most two pictures a second, which the recorder may have used. */
const AGAIN_MS = 600;

/**
 * Takes a picture of a tab for a model, with marks. Paints over secret fields and masked parts, at their places just before
 * and just after. Refuses if these places can't be read.
 */
export async function pictureTab(
  tabId: number,
  marks: readonly Mark[],
  signal: AbortSignal,
): Promise<Picture> {
  try {
    const tab = await chrome.tabs.get(tabId);
    if (!tab.active) return refuse('the tab is in the background');
    const before = await readTabMasks(tabId);
    const dataUrl = await capture(tab.windowId, signal);
    const masks = mergeMasks(before, await readTabMasks(tabId));
    signal.throwIfAborted();
    const after = await chrome.tabs.get(tabId);
    if (!after.active || after.windowId !== tab.windowId || after.url !== tab.url) {
      return refuse('another page came to the front');
    }
    if (!masks) return refuse('it cannot be told where the page shows secrets');
    const png = decodeDataUrl(dataUrl);
    const { width, height } = await measure(png);
    const painted = await paintOver(png, masks.boxes, {
      scale: width / masks.width,
      width,
      height,
    });
    const jpeg = await drawMarks(painted, marks, masks.width);
    return { ok: true, image: { mediaType: 'image/jpeg', base64: encodeBase64(jpeg) } };
  } catch {
    signal.throwIfAborted();
    return refuse('the browser gave none');
  }
}

async function capture(windowId: number, signal: AbortSignal): Promise<string> {
  try {
    return await chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    signal.throwIfAborted();
    return chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
  }
}

async function measure(png: Uint8Array<ArrayBuffer>): Promise<{ width: number; height: number }> {
  const image = await createImageBitmap(new Blob([png], { type: 'image/png' }));
  const { width, height } = image;
  image.close();
  return { width, height };
}

function refuse(reason: string): Picture {
  return { ok: false, reason };
}
