import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { MessageName } from '../../messages/message.ts';
import { countMessage, message } from '../../messages/message.ts';
import { Button } from '../../ui/components/buttons.tsx';
import { LinesForm, TextField } from '../../ui/components/fields.tsx';
import { MarkIcon } from '../../ui/components/icons.tsx';
import { Reading } from '../../ui/components/progress.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Agents } from './copilot/agents.tsx';
import { Memory } from './copilot/memory.tsx';
import { memoryEvents, useMemory } from './copilot/memory-controller.ts';
import { Rules } from './copilot/rules.tsx';
import { endpointEvents, useEndpoint } from './endpoint/endpoint-controller.ts';
import { EndpointForm } from './endpoint/endpoint-form.tsx';
import { Learning } from './ranker/learning.tsx';
import { Models, Ranker } from './ranker/models.tsx';
import { load, saveMasks, saveName, useSettings } from './settings-controller.ts';
import styles from './settings-view.module.css';
import { Wipe } from './wipe.tsx';

/** The sections in their order, with what the navigation calls them. */
const SECTIONS = {
  model: { title: 'settingsModel', lead: 'settingsModelLead', short: 'settingsModel' },
  rules: { title: 'settingsRules', lead: 'settingsRulesLead', short: 'settingsNavRules' },
  agents: { title: 'settingsAgents', lead: 'settingsAgentsLead', short: 'settingsAgents' },
  memory: { title: 'settingsMemory', lead: 'settingsMemoryLead', short: 'settingsNavMemory' },
  you: { title: 'settingsYou', lead: 'settingsYouLead', short: 'settingsYou' },
  ranker: { title: 'settingsRanker', lead: 'settingsRankerLead', short: 'settingsRanker' },
  storage: { title: 'settingsStorage', lead: 'settingsStorageLead', short: 'settingsNavStorage' },
} as const satisfies Record<string, { title: MessageName; lead: MessageName; short: MessageName }>;
type SectionId = keyof typeof SECTIONS;
const SECTION_IDS = Object.keys(SECTIONS) as SectionId[];

export function SettingsView() {
  const { isRead, failure } = useSettings();
  return (
    <main className={styles.settings}>
      <h1>
        <MarkIcon />
        {message('commonSettings')}
      </h1>
      {isRead && failure === null ? (
        <Sections />
      ) : (
        <Reading
          label={message('settingsReading')}
          failed={message('settingsReadFailed')}
          saved={message('settingsReadFailedSaved')}
          failure={failure}
          onRetry={() => void load()}
        />
      )}
    </main>
  );
}

function Sections() {
  const endpoint = useEndpoint();
  const memory = useMemory();
  const name = useSettings((settings) => settings.name);
  return (
    <div className={styles.columns}>
      <Navigation />
      <div className={styles.sections}>
        <Section id="model">
          <EndpointForm
            // Starts again from the stored endpoint when the key is locked or unlocked.
            key={String(endpoint.seal === 'locked')}
            endpoint={endpoint}
            events={endpointEvents}
          />
        </Section>
        <Section id="rules">
          <Rules />
        </Section>
        <Section id="agents">
          <Agents />
        </Section>
        <Section id="memory">
          <Memory memory={memory} events={memoryEvents} />
        </Section>
        <Section id="you">
          <TextField
            label={message('settingsName')}
            value={name}
            maxLength={100}
            onChange={saveName}
          />
        </Section>
        <Section id="ranker">
          <Ranker />
          <Models />
          <Learning />
        </Section>
        <Section id="storage">
          <Storage />
        </Section>
      </div>
    </div>
  );
}

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
function Navigation() {
  const [current, setCurrent] = useState<string | undefined>(SECTION_IDS[0]);
  useEffect(() => {
    // The browser looked for the section of the address before there was one.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen) setCurrent(seen.target.id);
      },
      // The upper third of the window.
      { rootMargin: '0px 0px -66% 0px' },
    );
    for (const id of SECTION_IDS) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return (
    <nav className={styles.navigation} aria-label={message('settingsSections')}>
      <ul>
        {SECTION_IDS.map((id) => (
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

const STUDIO = 'src/entrypoints/studio/index.html';

const PRIVACY = [
  ['settingsPrivacyRecording', 'settingsPrivacyRecordingText'],
  ['settingsPrivacySecrets', 'settingsPrivacySecretsText'],
  ['settingsPrivacyCopilot', 'settingsPrivacyCopilotText'],
  ['settingsPrivacyKey', 'settingsPrivacyKeyText'],
  ['settingsPrivacyRanker', 'settingsPrivacyRankerText'],
  ['settingsPrivacyOtherwise', 'settingsPrivacyOtherwiseText'],
] as const;

/** What is stored when, what is masked besides passwords and cards, and the deletion of everything. */
function Storage() {
  const { masks, storage } = useSettings();
  return (
    <>
      <p className={styles.storage}>
        {message(
          'settingsStorageNow',
          countMessage('commonDemonstrationsCount', storage.demonstrations),
          formatBytes(storage.usedBytes),
        )}
        <Button onClick={() => void chrome.tabs.create({ url: chrome.runtime.getURL(STUDIO) })}>
          {message('settingsShowDemonstrations')}
        </Button>
      </p>
      <div className={styles.masks}>
        <LinesForm
          name={message('settingsMasksName')}
          isSaved={masks.saved}
          fields={[
            {
              label: message('settingsMasks'),
              hint: message('settingsMasksHint'),
              problem: masks.problem,
              stored: masks.stored,
            },
          ]}
          onSave={([text = '']) => void saveMasks(text)}
        />
      </div>
      <dl className={styles.privacy}>
        {PRIVACY.map(([title, text]) => (
          <div key={title}>
            <dt>{message(title)}</dt>
            <dd>{message(text)}</dd>
          </div>
        ))}
      </dl>
      <Wipe usedBytes={storage.usedBytes} />
    </>
  );
}
