import { use } from 'react';
import { ReleaseContext } from '../../app/release.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import { useTitle } from '../../app/use-title.ts';

export function About() {
  useTitle('About!');
  const { version, commit } = use(ReleaseContext);
  return (
    <>
      <PageHeader title="About!" />
      <article className="prose">
        <p>
          Cruddur is a place for short posts that burn out. You light a crud, you choose its fuse, from one
          hour to thirty days, and when the fuse is gone, so is the crud. Not archived. Not hidden. Gone.
        </p>
        <h2>Why</h2>
        <p>
          Most of what people say is meant for now. Other places keep it for ever and bring it up at the worst
          moment. Here the worst moment finds nothing.
        </p>
        <h2>How long is a fuse?</h2>
        <p>
          The line under each crud is its clock. Violet means there is time, orange means there is little. A
          reply lives no longer than the crud it answers, because an answer to nothing is noise.
        </p>
        <h2>Second thoughts</h2>
        <p>You can burn your own crud at any time, from its menu. No questions asked.</p>
        {version && <p className="release">{`Version ${version}${commit && `, built from ${commit}`}`}</p>}
      </article>
    </>
  );
}
