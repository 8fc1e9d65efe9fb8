import '../../ui/base.css';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import type { MessageName } from '../../messages/message.ts';
import { countMessage, message } from '../../messages/message.ts';
import { Button } from '../../ui/components/buttons.tsx';
import { TextField } from '../../ui/components/fields.tsx';
import { MarkIcon } from '../../ui/components/icons.tsx';
import { Notice, ReadFailure } from '../../ui/components/notice.tsx';
import { Skeleton } from '../../ui/components/skeleton.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Memory } from './copilot/memory.tsx';
import { Rules } from './copilot/rules.tsx';
import { EndpointForm } from './endpoint/endpoint-form.tsx';
import { Learning } from './ranker/learning.tsx';
import { Models } from './ranker/models.tsx';
import type {
  RankerModel,
  ReadySettings,
  SettingsEvents,
  SettingsModel,
} from './settings-model.ts';
import styles from './settings-view.module.css';
import { MasksForm, Privacy } from './stored-data/privacy.tsx';
import { Wipe } from './stored-data/wipe.tsx';

/** The sections in their order, with what the navigation calls them. */
const SECTIONS = {
  model: { title: 'settingsModel', lead: 'settingsModelLead', short: 'settingsModel' },
  rules: { title: 'settingsRules', lead: 'settingsRulesLead', short: 'settingsNavRules' },
  memory: { title: 'settingsMemory', lead: 'settingsMemoryLead', short: 'settingsNavMemory' },
  you: { title: 'settingsYou', lead: 'settingsYouLead', short: 'settingsYou' },
  ranker: { title: 'settingsRanker', lead: 'settingsRankerLead', short: 'settingsRanker' },
  storage: { title: 'settingsStorage', lead: 'settingsStorageLead', short: 'settingsNavStorage' },
} as const satisfies Record<string, { title: MessageName; lead: MessageName; short: MessageName }>;
type SectionId = keyof typeof SECTIONS;

function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const { title, lead } = SECTIONS[id];
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{message(title)}</h2>
      <p className={styles.lead}>{message(lead)}</p>
      {children}
    </section>
  );
}

/** Links to the sections; the one that is being read is marked. */
function Navigation({ ids }: { ids: readonly SectionId[] }) {
  const [current, setCurrent] = useState<string | undefined>(ids[0]);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen) setCurrent(seen.target.id);
      },
      // The upper third of the window.
      { rootMargin: '0px 0px -66% 0px' },
    );
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return (
    <nav className={styles.navigation} aria-label={message('settingsSections')}>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {message(SECTIONS[id].short)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Ranker({ ranker }: { ranker: RankerModel }) {
  const { name, meaning, backend, tokensPerS, notice } = ranker;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{message('settingsRankerActive')}</dt>
        <dd>{name}</dd>
        {backend !== null && (
          <>
            <dt>{message('settingsRankerBackend')}</dt>
            <dd>
              {tokensPerS === null
                ? backend
                : message('settingsRankerSpeed', backend, tokensPerS.toLocaleString('en'))}
            </dd>
          </>
        )}
      </dl>
      <p>{meaning}</p>
      {notice !== null && (
        <Notice tone="warning" happened={notice} saved={message('settingsRankerWorks')} />
      )}
    </>
  );
}

function Ready({ model, events }: { model: ReadySettings; events: SettingsEvents }) {
  const { endpoint, storage, rules, memory } = model;
  const [hasRules, hasMemory] = [rules !== null, memory !== null];
  const ids = useMemo(
    () =>
      (Object.keys(SECTIONS) as SectionId[]).filter(
        (id) => (id !== 'rules' || hasRules) && (id !== 'memory' || hasMemory),
      ),
    [hasRules, hasMemory],
  );
  return (
    <div className={styles.columns}>
      <Navigation ids={ids} />
      <div className={styles.sections}>
        <Section id="model">
          <EndpointForm
            // Starts again from the stored endpoint when the key is locked or unlocked.
            key={String(endpoint.seal === 'locked')}
            endpoint={endpoint}
            events={events.endpoint}
          />
        </Section>
        {rules && (
          <Section id="rules">
            <Rules rules={rules} events={events.rules} />
          </Section>
        )}
        {memory && (
          <Section id="memory">
            <Memory memory={memory} events={events.memory} />
          </Section>
        )}
        <Section id="you">
          <TextField
            label={message('settingsName')}
            value={model.name}
            maxLength={100}
            onChange={events.onSaveName}
          />
        </Section>
        <Section id="ranker">
          <Ranker ranker={model.ranker} />
          {model.models && <Models models={model.models} events={events.models} />}
          {model.learning && <Learning model={model.learning} events={events.learning} />}
        </Section>
        <Section id="storage">
          <p className={styles.storage}>
            {message(
              'settingsStorageNow',
              countMessage('commonDemonstrationsCount', storage.demonstrations),
              formatBytes(storage.usedBytes),
            )}
            <Button onClick={events.onOpenStudio}>{message('settingsShowDemonstrations')}</Button>
          </p>
          <MasksForm masks={model.masks} onSave={events.onSaveMasks} />
          <Privacy />
          <Wipe wipe={model.wipe} storage={storage} events={events.wipe} />
        </Section>
      </div>
    </div>
  );
}

interface SettingsViewProps {
  model: SettingsModel;
  events: SettingsEvents;
}

export function SettingsView({ model, events }: SettingsViewProps) {
  return (
    <main className={styles.settings}>
      <h1>
        <MarkIcon />
        {message('commonSettings')}
      </h1>
      {model.state === 'loading' && <Skeleton label={message('settingsReading')} rows={3} />}
      {model.state === 'failed' && (
        <ReadFailure
          happened={message('settingsReadFailed')}
          saved={message('settingsReadFailedSaved')}
          reason={model.message}
          onRetry={events.onRetry}
        />
      )}
      {model.state === 'ready' && <Ready model={model} events={events} />}
    </main>
  );
}
