import { Dialog } from '../../base/ui/dialog.tsx';
import {
  SHORTCUT_KEYS,
  type ShortcutAction,
  type ShortcutDestination,
  type ShortcutName,
} from './use-shortcuts.ts';

const ACTIONS: Record<ShortcutAction, string> = {
  next: 'Next crud',
  previous: 'Previous crud',
  open: 'Open crud',
  reply: 'Reply',
  like: 'Like or unlike',
  newest: 'Show new cruds or go to the top',
  compose: 'New crud',
  undo: 'Undo',
  search: 'Search',
  help: 'Show shortcuts',
};

const DESTINATIONS: Record<ShortcutDestination, string> = {
  home: 'Home',
  notifications: 'Notifications',
  messages: 'Messages',
  profile: 'Your profile',
  settings: 'Settings',
};

interface Props {
  open: boolean;
  onClose: () => void;
  isEnabled: boolean;
  onToggle: (on: boolean) => void;
}

/** The list of shortcuts, and the switch that turns them off (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose, isEnabled, onToggle }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Shortcuts">
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          data-autofocus=""
          checked={isEnabled}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <span>
          <b>Use shortcuts</b>
          <span className="line">One key, without Control or Alt. Off while you type.</span>
        </span>
      </label>
      <div className="keys-lists">
        <KeyList title="Cruds" descriptions={ACTIONS} />
        <KeyList title="Go to" descriptions={DESTINATIONS} />
      </div>
    </Dialog>
  );
}

interface KeyListProps {
  title: string;
  descriptions: Partial<Record<ShortcutName, string>>;
}

function KeyList({ title, descriptions }: KeyListProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="keys">
        {(Object.keys(descriptions) as ShortcutName[]).map((name) => (
          <div key={name}>
            <dt>
              {SHORTCUT_KEYS[name].split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{descriptions[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
