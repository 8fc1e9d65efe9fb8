import { useEffect, useLayoutEffect, useRef } from 'react';
import type { DemonstrationForm } from '../../../core/demonstration/demonstration.ts';
import type { Hop, RecordedHops } from '../../../core/demonstration/hops.ts';
import { countMessage, message } from '../../../messages/message.ts';
import { IconButton } from '../../../ui/components/buttons.tsx';
import { SavedField, SelectField } from '../../../ui/components/fields.tsx';
import { BackIcon } from '../../../ui/components/icons.tsx';
import { MiddleText } from '../../../ui/components/middle-text.tsx';
import { Reading } from '../../../ui/components/progress.tsx';
import { describeAgreementRate } from '../../../ui/describe-ranker.ts';
import { formatDay, formatTokenUsage } from '../../../ui/format.ts';
import { describeEvidence, describeProgress } from '../../../ui/hops/hops-card.tsx';
import { OUTCOMES } from '../library/library-rows.ts';
import { Inspector } from './inspector.tsx';
import { Conflicts, KeySheet, ReviewBar } from './review-bar.tsx';
import { describe, load, select, useReview } from './review-controller.ts';
import styles from './review.module.css';
import { closeEditor, runPressedCommand, saveEdit } from './run-command.ts';
import { Stage } from './stage.tsx';
import type { Timeline } from './timeline.ts';
import { TurnEditor, TurnList } from './turn-list.tsx';

/** One demonstration: what it is about, its turns, and the active turn in full. */
export function Review() {
  const review = useReview();
  const back = useRef<HTMLButtonElement>(null);

  // The review takes the library's place, which had the focus.
  useLayoutEffect(() => {
    if (!document.activeElement?.checkVisibility()) back.current?.focus();
  }, []);

  if (!review) return null;
  const { timeline, failure, selection } = review;
  const title = timeline ? timeline.form.description || timeline.asked : selection.title;
  return (
    <aside className={styles.review} aria-label={message('studioTurnsOf', title)}>
      <div className={styles.head}>
        <IconButton
          ref={back}
          label={message('studioBack')}
          icon={<BackIcon />}
          onClick={() => void select(null)}
        />
        <div className={styles.title}>
          <h2>
            <MiddleText text={title} />
          </h2>
          <p>
            {formatDay(selection.startedAt)}
            {timeline && ` · ${countMessage('turnCount', timeline.items.length)}`}
          </p>
          {timeline && <ReviewFacts timeline={timeline} />}
        </div>
      </div>
      {timeline ? (
        <>
          <AboutForm {...timeline} disabled={selection.isRecording} />
          <ReviewPanes timeline={timeline} />
        </>
      ) : (
        <Reading
          label={message('studioReadingTurns')}
          failed={message('studioTurnsFailed')}
          failure={failure}
          onRetry={() => void load()}
        />
      )}
    </aside>
  );
}

interface AboutFormProps {
  form: DemonstrationForm;
  /** What the demonstration is called while it has no name. */
  asked: string;
  disabled: boolean;
}

/** What annotators write about a demonstration; each field is saved when it is left. */
function AboutForm({ form, asked, disabled }: AboutFormProps) {
  const { description, outcome, project = '', tags = [], notes = '' } = form;
  return (
    <details className={styles.about}>
      <summary>
        {[message('studioAbout'), outcome && message(OUTCOMES[outcome]), project, ...tags]
          .filter((part) => part)
          .join(' · ')}
      </summary>
      <fieldset disabled={disabled}>
        <SavedField
          label={message('studioTask')}
          value={description}
          placeholder={asked}
          onSave={(text) => void describe({ description: text })}
        />
        <SelectField
          label={message('studioOutcome')}
          value={outcome ?? 'unknown'}
          options={{ unknown: 'studioOutcomeUnknown', ...OUTCOMES }}
          onChange={(value) => void describe({ outcome: value === 'unknown' ? null : value })}
        />
        <SavedField
          label={message('studioProject')}
          value={project}
          onSave={(text) => void describe({ project: text || null })}
        />
        <SavedField
          label={message('studioTags')}
          hint={message('studioTagsHint')}
          value={tags.join(', ')}
          onSave={(text) => {
            const given = text.split(',').map((tag) => tag.trim());
            void describe({ tags: [...new Set(given.filter((tag) => tag !== ''))] });
          }}
        />
        <SavedField
          label={message('studioNotes')}
          value={notes}
          isLong
          onSave={(text) => void describe({ notes: text || null })}
        />
      </fieldset>
    </details>
  );
}

function ReviewFacts({ timeline }: { timeline: Timeline }) {
  const { items, agreement, spending, hops } = timeline;
  const late = items.filter(
    ({ entry }) => entry.kind === 'action' && entry.state === 'late-screenshot',
  ).length;
  return (
    <>
      {late > 0 && <p>{countMessage('studioLate', late)}</p>}
      {agreement && <p>{describeAgreementRate(agreement)}</p>}
      {spending && (
        <p>
          {message(
            'studioModelUse',
            formatTokenUsage(spending),
            countMessage('studioQuestions', spending.questions),
          )}
        </p>
      )}
      {hops.map((list, at) => (
        <HopList key={at} list={list} />
      ))}
    </>
  );
}

function describeHop({ text, site }: Hop): string {
  return site === null || text.includes(site) ? text : message('studioHopOnSite', text, site);
}

/** The copilot's hops, each with its evidence. */
function HopList({ list }: { list: RecordedHops }) {
  return (
    <details className={styles.folded}>
      <summary>{message('studioHops', describeProgress(list))}</summary>
      <ol>
        {list.hops.map((hop) => (
          <li key={hop.id}>
            {describeHop(hop)}
            <span className={styles.evidence}>
              {hop.evidence ? describeEvidence(hop.evidence) : message('studioNoEvidence')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The turns, the page of the active turn, and what is known of it; keys and buttons change the turn. */
function ReviewPanes({ timeline }: { timeline: Timeline }) {
  const activeId = useReview((review) => review?.activeId ?? null);
  const mode = useReview((review) => review?.mode ?? null);
  const isHelpOpen = useReview((review) => review?.isHelpOpen === true);
  const { items, isEditable } = timeline;
  const activeItem = items.find(({ id }) => id === activeId);
  useEffect(() => {
    document.addEventListener('keydown', runPressedCommand);
    return () => document.removeEventListener('keydown', runPressedCommand);
  }, []);
  return (
    <>
      <ReviewBar timeline={timeline} />
      <Conflicts timeline={timeline} />
      {mode === 'reason' && (
        <TurnEditor
          text=""
          mode="reason"
          onText={(comment) => saveEdit({ kind: 'judge', status: 'rejected', comment })}
          onCancel={closeEditor}
        />
      )}
      {items.length === 0 && <p className={styles.none}>{message('studioNoTurns')}</p>}
      {activeItem && (
        <div className={styles.panes}>
          <TurnList items={items} activeId={activeItem.id} mode={isEditable ? mode : null} />
          <Stage key={activeItem.id} item={activeItem} timeline={timeline} mode={mode} />
          <Inspector item={activeItem} timeline={timeline} mode={isEditable ? mode : null} />
        </div>
      )}
      {isHelpOpen && <KeySheet onClose={() => useReview.setState({ isHelpOpen: false })} />}
    </>
  );
}
