import { vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../core/demonstration/recording-options.ts';
import type { ActionEntry } from '../../../ui/conversation/entry.ts';
import type { SidePanelEvents } from '../panel-controller.ts';
import type { FinishedRecording, RunningRecording, SidePanelModel } from '../panel-model.ts';

export function makeEvents() {
  return {
    onAnswer: vi.fn(),
    onDecide: vi.fn(),
    onRevoke: vi.fn(),
    onAllowAgent: vi.fn(),
    onOpenAgents: vi.fn(),
    onCorrect: vi.fn(),
    onRevert: vi.fn(),
    onAttention: vi.fn(),
    onPreview: vi.fn(),
    onNoticeAction: vi.fn(),
    onRecord: vi.fn(),
    onPause: vi.fn(),
    onResume: vi.fn(),
    onStop: vi.fn(),
    onUndo: vi.fn(),
    onRedo: vi.fn(),
    onToggleOptions: vi.fn(),
    onOptions: vi.fn(),
    onMasks: vi.fn(),
    onExport: vi.fn(),
    onCancelExport: vi.fn(),
    onDiscard: vi.fn(),
    onCloseFinished: vi.fn(),
    onOtherFormats: vi.fn(),
    onReview: vi.fn(),
    onNameTask: vi.fn(),
    onOpenStudio: vi.fn(),
    onOpenSettings: vi.fn(),
    onRoleChange: vi.fn(),
    onSpeakAs: vi.fn(),
    onDraft: vi.fn(),
    onSend: vi.fn(),
    onPauseCopilot: vi.fn(),
    onTakeOver: vi.fn(),
    onRunSkill: vi.fn(),
    onStartSkill: vi.fn(),
    onMakeSkill: vi.fn(),
    onReleaseCopilot: vi.fn(),
    onStopCopilot: vi.fn(),
    onUnlock: vi.fn(),
    onBannerAction: vi.fn(),
    onDismissBanner: vi.fn(),
    onEditHops: vi.fn(),
    onClear: vi.fn(),
  } satisfies SidePanelEvents;
}

export const options: SidePanelModel['options'] = {
  fixed: false,
  open: false,
  chosen: DEFAULT_OPTIONS,
  masks: '',
  problem: null,
};

export const idle: SidePanelModel = {
  loading: false,
  recording: { state: 'idle' },
  options,
  tab: { title: 'Kettle House', blocked: null },
  entries: [],
  role: 'copilot',
  speakAs: 'instructor',
  run: null,
  agents: [],
  hops: null,
  status: {
    ranker: 'Words only',
    rankerNote: 'Elements are found by their words.',
    rankerWorks: true,
    model: null,
    modelWorks: true,
    spending: null,
  },
  unlock: null,
  banner: null,
  canClear: false,
  examples: null,
  skills: [],
};

export const running: RunningRecording = {
  state: 'recording',
  startedAt: 0,
  activeMs: 134_000,
  since: null,
  turns: 2,
  bytes: 3_400_000,
  freeBytes: null,
  canUndo: true,
  canRedo: false,
  withErrors: [],
  withWarnings: [],
  interrupted: false,
};

export function makeAction(number: number): ActionEntry {
  return {
    kind: 'action',
    id: `action ${String(number)}`,
    at: number,
    by: 'person',
    description: `Click Button ${String(number)}`,
    detail: null,
    state: 'saved',
    screenshot: { status: 'none' },
    findings: [],
    details: { ranking: null, receipt: null, target: null, screenshot: null, url: null },
  };
}

export const finished: FinishedRecording = {
  state: 'stopped',
  startedAt: 0,
  title: 'Kettle House',
  task: '',
  turns: 2,
  durationMs: 134_000,
  findings: [],
  exporting: { state: 'none' },
};
