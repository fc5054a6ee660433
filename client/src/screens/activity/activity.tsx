import { useParams } from 'react-router-dom';
import { NotFoundState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { useTitle } from '../../app/use-title.ts';
import { parseHandleSegment } from '../../paths.ts';
import { Post } from './post.tsx';

/** `/@handle/status/uuid`. */
export function ActivityScreen() {
  const { at, uuid } = useParams();
  const handle = parseHandleSegment(at);
  useTitle('Crud');
  if (handle && uuid) return <Post key={uuid} address={{ handle, activity_uuid: uuid }} />;
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundState what="place" />
    </>
  );
}
