import { useId } from 'react';
import { useAppearance } from '../../app/use-appearance.ts';
import { APPEARANCES, type Appearance } from '../../ui/theme.ts';
import { SettingsSection } from './settings-section.tsx';

const LABELS: Record<Appearance, string> = { dark: 'Dark', light: 'Light', system: 'Same as this device' };

/** The theme of this browser, as in the More menu. */
export function AppearanceSection() {
  const [appearance, setAppearance] = useAppearance();
  const name = useId();
  return (
    <SettingsSection title="Appearance" lead="Applies to this browser only.">
      <fieldset className="lifetimes setting-choices" aria-label="Theme">
        {APPEARANCES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === appearance}
              onChange={() => setAppearance(choice)}
            />
            {LABELS[choice]}
          </label>
        ))}
      </fieldset>
    </SettingsSection>
  );
}
