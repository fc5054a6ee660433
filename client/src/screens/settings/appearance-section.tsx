import { useId } from 'react';
import { useAppearance } from '../../app/use-appearance.ts';
import { APPEARANCE_LABELS, APPEARANCES } from '../../ui/theme.ts';
import { SettingsSection } from './settings-section.tsx';

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
            {APPEARANCE_LABELS[choice]}
          </label>
        ))}
      </fieldset>
    </SettingsSection>
  );
}
