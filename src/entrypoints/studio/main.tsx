import { exposeAutomation } from '../../app/automation.ts';
import { createCopilot } from '../../app/copilot/copilot.ts';
import { openRunLog } from '../../app/copilot/journal.ts';
import { openImages } from '../../app/library/images.ts';
import { pageClosing } from '../../app/page-work.ts';
import { lendStreams } from '../../app/tab/lend-stream.ts';
import { readEndpoint } from '../../platform/settings/settings.ts';
import { closeWhenWiped } from '../../platform/settings/wipe.ts';
import { ImageSourceContext } from '../../ui/conversation/screenshot-view.tsx';
import { mountPage } from '../../ui/mount-page.tsx';
import { openLibrary } from './library/library-controller.ts';
import { makeSkillOf } from './skills/skills-controller.ts';
import { StudioView } from './studio-view.tsx';

/** CSS px, as in library-row.module.css. */
const THUMBNAIL_WIDTH = 168;

const parameters = new URLSearchParams(location.search);
// A reload must not repeat the request.
history.replaceState(null, '', location.pathname);
openLibrary(parameters.get('export'), parameters.get('review'));
const toSkill = parameters.get('skill');
if (toSkill !== null) void makeSkillOf([toSkill]);
lendStreams();
closeWhenWiped(pageClosing);
// Studio shows no conversation, but scripts may use the copilot here.
exposeAutomation(
  createCopilot({
    endpoint: readEndpoint,
    log: openRunLog(),
    onRanking: () => undefined,
    signal: pageClosing,
  }),
);
mountPage(
  <ImageSourceContext value={openImages(pageClosing, THUMBNAIL_WIDTH)}>
    <StudioView />
  </ImageSourceContext>,
);
