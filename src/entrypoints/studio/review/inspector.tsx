import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { NearbyPicture } from '../../../core/demonstration/turn-list.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { Button } from '../../../ui/components/buttons.tsx';
import { TextField } from '../../../ui/components/fields.tsx';
import { Skeleton } from '../../../ui/components/progress.tsx';
import { ActionFacts } from '../../../ui/conversation/action-details.tsx';
import { describeEntryFinding } from '../../../ui/conversation/entry.ts';
import { FullScreenshot } from '../../../ui/conversation/screenshot-view.tsx';
import styles from './inspector.module.css';
import type { EditMode, ReviewCommand } from './review-commands.ts';
import { planCommand, REVIEW_KEYS } from './review-commands.ts';
import { chooseTarget, closeEditor, edit, runCommand, saveEdit } from './run-command.ts';
import { rankTargets, usePage } from './stage-controller.ts';
import type { Timeline, TimelineItem } from './timeline.ts';

interface InspectorProps {
  item: TimelineItem;
  timeline: Timeline;
  /** Null also where nothing can be edited. */
  mode: EditMode | null;
}

/** What is known of the active turn, what is wrong with it, and what can be done. */
export function Inspector({ item, timeline: { items, isEditable }, mode }: InspectorProps) {
  const { entry, findings, pictures, id: turnId } = item;
  const at = items.indexOf(item);
  const canRun = (command: ReviewCommand): boolean =>
    isEditable && Object.keys(planCommand(command, items, at)).length > 0;
  return (
    <section
      className={styles.inspector}
      aria-label={message('studioInspector')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || (mode !== 'target' && mode !== 'picture')) return;
        event.stopPropagation();
        closeEditor();
      }}
    >
      {mode === 'target' && <TargetChooser turnId={turnId} />}
      {mode === 'picture' && <PictureChooser turnId={turnId} pictures={pictures} />}
      {isEditable && mode === null && (
        <div className={styles.actions} role="toolbar" aria-label={message('studioTurnActions')}>
          {TURN_COMMANDS.map(
            (command) =>
              (ALWAYS_OFFERED.has(command) || canRun(command)) && (
                <Button
                  key={command}
                  variant="quiet"
                  title={REVIEW_KEYS[command].keys}
                  aria-pressed={command === 'noise' ? item.isNoise : undefined}
                  onClick={() => runCommand(command)}
                >
                  {message(REVIEW_KEYS[command].label)}
                </Button>
              ),
          )}
        </div>
      )}
      {findings.map(({ fix, ...finding }, index) => (
        <div
          className={styles.finding}
          data-severity={finding.severity}
          key={`${index} ${finding.code}`}
        >
          <p>{describeEntryFinding(finding)}</p>
          {fix?.kind === 'edit' && isEditable && (
            <Button onClick={() => edit(fix.change)}>
              {message(fix.change.kind === 'remove' ? 'studioKeyRemove' : 'studioFixText')}
            </Button>
          )}
          {fix?.kind === 'choose' && canRun(CHOICES[fix.what]) && (
            <Button onClick={() => runCommand(CHOICES[fix.what])}>
              {message(REVIEW_KEYS[CHOICES[fix.what]].label)}
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

/** What can be done with the active turn, as buttons. */
const TURN_COMMANDS = [
  ...(['edit', 'target', 'picture', 'noise', 'up', 'down'] as const),
  ...(['merge', 'split', 'time', 'comment', 'divide', 'remove'] as const),
];
/** These stay in their places, although they do nothing at the ends of the list. */
const ALWAYS_OFFERED: ReadonlySet<ReviewCommand> = new Set(['up', 'down', 'divide']);

/** The command that chooses what mends a finding. */
const CHOICES = { target: 'target', picture: 'picture', text: 'edit' } as const;

/** The ranker's first five elements, for what was asked or for other words. */
function TargetChooser({ turnId }: { turnId: string }) {
  const page = usePage((model) => (model?.turnId === turnId ? model : null));
  const best = page?.state === 'ready' ? page.best : null;
  return (
    <Chooser
      title={message('studioChooseTarget')}
      options={best?.map(({ uid, name, role }, at) => ({
        id: uid,
        content: (
          <>
            <kbd>{at + 1}</kbd>
            <span>{name || message('commonDetailsNoName')}</span>
            <span className={styles.role}>{role}</span>
          </>
        ),
      }))}
      onChoose={(uid) => chooseTarget(turnId, uid)}
    >
      <p>{message('studioChooseTargetHint')}</p>
      {page?.state === 'missing' && <p>{message('studioNoPage')}</p>}
      {page?.state === 'ready' && <TargetSearch request={page.request} />}
      {best === null && page?.state !== 'missing' && (
        <Skeleton label={message('studioRanking')} rows={3} />
      )}
    </Chooser>
  );
}

function TargetSearch({ request }: { request: string }) {
  const [text, setText] = useState(request);
  return (
    <TextField
      label={message('studioTargetWords')}
      value={text}
      onChange={setText}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void rankTargets(text);
      }}
    />
  );
}

const PICTURES: Record<NearbyPicture['from'], MessageName> = {
  ring: 'studioPictureRing',
  'after-previous': 'studioPictureAfterPrevious',
  'before-previous': 'studioPictureBeforePrevious',
  'before-next': 'studioPictureBeforeNext',
};

interface PictureChooserProps {
  turnId: string;
  pictures: readonly NearbyPicture[];
}

/** The screenshots of the actions around this one. */
function PictureChooser({ turnId, pictures }: PictureChooserProps) {
  return (
    <Chooser
      title={message('studioChoosePicture')}
      options={pictures.map((picture) => ({
        id: picture.image,
        content: (
          <>
            <span className={styles.thumbnail}>
              <FullScreenshot shot={picture} alt="" />
            </span>
            <span>{message(PICTURES[picture.from])}</span>
          </>
        ),
      }))}
      onChoose={(chosen) => {
        const picture = pictures.find(({ image }) => image === chosen);
        if (!picture) return;
        const { image, width, height } = picture;
        saveEdit({ kind: 'picture', turnId, image, width, height });
      }}
    />
  );
}

interface ChooserProps {
  title: string;
  /** Undefined until they are known. */
  options: readonly { id: string; content: ReactNode }[] | undefined;
  onChoose: (id: string) => void;
  /** Stands above the options. */
  children?: ReactNode;
}

/** Options of which one is chosen by a click or its number; the first one gets the focus. */
function Chooser({ title, options, onChoose, children }: ChooserProps) {
  const first = useRef<HTMLButtonElement>(null);
  const isReady = options !== undefined;
  useEffect(() => {
    if (isReady) first.current?.focus();
  }, [isReady]);
  return (
    <div
      className={styles.chooser}
      role="group"
      aria-label={title}
      onKeyDown={(event) => {
        const chosen = options?.[Number(event.key) - 1];
        if (!chosen || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        onChoose(chosen.id);
      }}
    >
      <h3>{title}</h3>
      {children}
      <ol>
        {options?.map(({ id, content }, at) => (
          <li key={id}>
            <button ref={at === 0 ? first : undefined} type="button" onClick={() => onChoose(id)}>
              {content}
            </button>
          </li>
        ))}
      </ol>
      <Button onClick={closeEditor}>{message('commonCancel')}</Button>
    </div>
  );
}
