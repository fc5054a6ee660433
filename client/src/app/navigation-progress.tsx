import { useNavigation } from 'react-router-dom';

/** Says that the screen somebody asked for is on its way, once that takes long enough to be noticed. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="under-way" role="progressbar" aria-label="Loading" />;
}
