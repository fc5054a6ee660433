import { useNow } from '../clock/clock-react.tsx';
import { ExpiredRow } from '../crud/expired-row.tsx';
import { JoinPanel } from './join-panel.tsx';
import { Logo } from '../ui/logo.tsx';
import { createSampleCruds, SampleCrud } from '../crud/sample-crud.tsx';

/** The home page of visitors: the slogan, the invitation where there is no side column, and sample cruds. */
export function Welcome() {
  // Rebuilt as time passes, so that no sample ever expires.
  const samples = createSampleCruds(useNow());
  return (
    <>
      <section className="welcome">
        <Logo />
        <h2>Say it.. then forget it....</h2>
        <p>
          Cruddur is a place for short posts that burn out. Light one for an hour or for a month. When its
          fuse is gone, so is the crud.
        </p>
      </section>
      <div className="in-sheet">
        <JoinPanel />
      </div>
      <h3 className="label-row">
        Burning right now <span className="example-badge">Example</span>
      </h3>
      <div
        className="sample"
        role="img"
        aria-label="An example: three invented cruds, each with a fuse that burns towards a bomb"
      >
        {samples.map((activity) => (
          <SampleCrud key={activity.uuid} activity={activity} />
        ))}
        <ExpiredRow>A crud by Juno Paredal burned out a moment ago.</ExpiredRow>
      </div>
    </>
  );
}
