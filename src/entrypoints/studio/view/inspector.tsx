import { useEffect, useRef, useState } from 'react';
import type { EditCommand } from '../../../core/demonstration/edits/edit.ts';
import type { Fix } from '../../../core/demonstration/lint/finding.ts';
import type { NearbyPicture } from '../../../core/demonstration/pictures.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { Field } from '../../../ui/components/fields.tsx';
import { Skeleton } from '../../../ui/components/skeleton.tsx';
import { ActionFacts } from '../../../ui/conversation/action-details.tsx';
import { describeEntryFinding } from '../../../ui/conversation/entry.ts';
import { FullScreenshot } from '../../../ui/conversation/screenshot-view.tsx';
import type { EditMode } from '../plan-command.ts';
import type { PageModel, StudioEvents, TimelineItem } from '../studio-model.ts';
import styles from './inspector.module.css';
import type { ReviewCommand } from './review-keys.ts';
import { REVIEW_KEYS } from './review-keys.ts';

interface InspectorProps {
  item: TimelineItem;
  /** The saved page of the turn, once it was opened. */
  page: PageModel | null;
  mode: EditMode | null;
  isEditable: boolean;
  events: Pick<StudioEvents, 'onRankTargets' | 'onRetarget'>;
  onCommand: (command: ReviewCommand) => void;
  onEdit: (command: EditCommand) => void;
  onMode: (mode: EditMode) => void;
  /** A choice was made or cancelled. */
  onEnd: () => void;
}

/** What is known of the active turn, what is wrong with it, and what can be done. */
export function Inspector(props: InspectorProps) {
  const { item, page, mode, isEditable, events, onCommand, onEdit, onEnd } = props;
  const { entry, findings, pictures, id: turnId } = item;
  return (
    <section
      className={styles.inspector}
      aria-label={message('studioInspector')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || (mode !== 'target' && mode !== 'picture')) return;
        event.stopPropagation();
        onEnd();
      }}
    >
      {mode === 'target' && (
        <TargetChooser
          page={page}
          onRank={events.onRankTargets}
          onCancel={onEnd}
          onTarget={(uid) => {
            events.onRetarget(turnId, uid);
            onEnd();
          }}
        />
      )}
      {mode === 'picture' && (
        <PictureChooser
          pictures={pictures}
          onCancel={onEnd}
          onPicture={({ image, width, height }) => {
            onEdit({ kind: 'picture', turnId, image, width, height });
            onEnd();
          }}
        />
      )}
      {isEditable && mode === null && <TurnActions item={item} onCommand={onCommand} />}
      {findings.map(({ fix, ...finding }, at) => (
        <div
          className={styles.finding}
          data-severity={finding.severity}
          key={`${at} ${finding.code}`}
        >
          <p>{describeEntryFinding(finding)}</p>
          {fix && isEditable && canFix(fix, item) && (
            <Button
              onClick={() => {
                if (fix.kind === 'edit') onEdit(fix.change);
                else onCommand(fix.what === 'text' ? 'edit' : fix.what);
              }}
            >
              {message(describeFix(fix))}
            </Button>
          )}
        </div>
      ))}
      {entry.kind === 'action' && (
        <ActionFacts
          entry={entry}
          events={undefined}
          isProofSaid={findings.some(({ code }) => code.startsWith('screenshot-'))}
        />
      )}
    </section>
  );
}

/** A choice needs something to choose from. */
function canFix(fix: Fix, { canRetarget, pictures, text }: TimelineItem): boolean {
  if (fix.kind === 'edit') return true;
  if (fix.what === 'target') return canRetarget;
  return fix.what === 'picture' ? pictures.length > 0 : text !== null;
}

const CHOICES: Record<Extract<Fix, { kind: 'choose' }>['what'], MessageName> = {
  target: 'studioKeyTarget',
  picture: 'studioKeyPicture',
  text: 'studioKeyEdit',
};

function describeFix(fix: Fix): MessageName {
  if (fix.kind === 'choose') return CHOICES[fix.what];
  return fix.change.kind === 'remove' ? 'studioKeyRemove' : 'studioFixText';
}

/** Buttons for what can be done with the active turn. */
function TurnActions({ item, onCommand }: Pick<InspectorProps, 'item' | 'onCommand'>) {
  const { text, canMerge, canRetarget, pictures, entry, isNoise } = item;
  const isTalk = entry.kind === 'utterance';
  const offered: [ReviewCommand, boolean][] = [
    ['edit', text !== null],
    ['target', canRetarget],
    ['picture', pictures.length > 0 && !isTalk],
    ['noise', true],
    ['up', true],
    ['down', true],
    ['merge', canMerge],
    ['split', isTalk],
    ['time', isTalk],
    ['comment', true],
    ['divide', true],
    ['remove', true],
  ];
  return (
    <div className={styles.actions} role="toolbar" aria-label={message('studioTurnActions')}>
      {offered.map(
        ([command, isOffered]) =>
          isOffered && (
            <Button
              key={command}
              variant="quiet"
              title={REVIEW_KEYS[command].keys}
              aria-pressed={command === 'noise' ? isNoise : undefined}
              onClick={() => onCommand(command)}
            >
              {message(REVIEW_KEYS[command].label)}
            </Button>
          ),
      )}
    </div>
  );
}

interface TargetChooserProps {
  page: PageModel | null;
  onRank: (request: string) => void;
  onTarget: (uid: string) => void;
  onCancel: () => void;
}

/** The ranker's first five elements, for what was asked or for other words. */
function TargetChooser({ page, onRank, onTarget, onCancel }: TargetChooserProps) {
  const first = useRef<HTMLButtonElement>(null);
  const best = page?.state === 'ready' ? page.best : null;
  const isReady = best !== null;
  useEffect(() => {
    if (isReady) first.current?.focus();
  }, [isReady]);
  return (
    <div
      className={styles.chooser}
      role="group"
      aria-label={message('studioChooseTarget')}
      onKeyDown={(event) => {
        const chosen = best?.[Number(event.key) - 1];
        if (!chosen || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        onTarget(chosen.uid);
      }}
    >
      <h3>{message('studioChooseTarget')}</h3>
      <p>{message('studioChooseTargetHint')}</p>
      {page?.state === 'missing' && <p>{message('studioNoPage')}</p>}
      {page?.state === 'ready' && <TargetSearch request={page.request} onRank={onRank} />}
      {best === null && page?.state !== 'missing' && (
        <Skeleton label={message('studioRanking')} rows={3} />
      )}
      <ol>
        {best?.map(({ uid, name, role }, at) => (
          <li key={uid}>
            <button ref={at === 0 ? first : undefined} type="button" onClick={() => onTarget(uid)}>
              <kbd>{at + 1}</kbd>
              <span>{name || message('commonDetailsNoName')}</span>
              <span className={styles.role}>{role}</span>
            </button>
          </li>
        ))}
      </ol>
      <Button onClick={onCancel}>{message('commonCancel')}</Button>
    </div>
  );
}

function TargetSearch({ request, onRank }: { request: string; onRank: (text: string) => void }) {
  const [text, setText] = useState(request);
  return (
    <Field label={message('studioTargetWords')} hint={null}>
      {(ids) => (
        <input
          {...ids}
          value={text}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onRank(text);
          }}
        />
      )}
    </Field>
  );
}

const PICTURES: Record<NearbyPicture['from'], MessageName> = {
  ring: 'studioPictureRing',
  'after-previous': 'studioPictureAfterPrevious',
  'before-previous': 'studioPictureBeforePrevious',
  'before-next': 'studioPictureBeforeNext',
};

interface PictureChooserProps {
  pictures: readonly NearbyPicture[];
  onPicture: (picture: NearbyPicture) => void;
  onCancel: () => void;
}

/** The screenshots of the actions around this one. */
function PictureChooser({ pictures, onPicture, onCancel }: PictureChooserProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className={styles.chooser} role="group" aria-label={message('studioChoosePicture')}>
      <h3>{message('studioChoosePicture')}</h3>
      <ol>
        {pictures.map((picture, at) => (
          <li key={picture.image}>
            <button
              ref={at === 0 ? first : undefined}
              type="button"
              onClick={() => onPicture(picture)}
            >
              <span className={styles.thumbnail}>
                <FullScreenshot shot={{ ...picture, status: 'kept', box: null }} alt="" />
              </span>
              <span>{message(PICTURES[picture.from])}</span>
            </button>
          </li>
        ))}
      </ol>
      <Button onClick={onCancel}>{message('commonCancel')}</Button>
    </div>
  );
}
