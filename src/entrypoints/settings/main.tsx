import { pageClosing } from '../../app/page-work.ts';
import { closeWhenWiped } from '../../platform/settings/wipe.ts';
import { mountPage } from '../../ui/mount-page.tsx';
import { load } from './settings-controller.ts';
import { SettingsView } from './settings-view.tsx';

closeWhenWiped(pageClosing);
void load();
mountPage(<SettingsView />);
