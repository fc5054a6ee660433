import { useParams } from 'react-router-dom';
import { NotFoundState } from '../../components/blank-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { handleOf } from '../../paths.ts';
import { Post } from './post.tsx';

/** `/@handle/status/uuid`. */
export function ActivityScreen() {
  const { at, uuid } = useParams();
  const handle = handleOf(at);
  useTitle('Crud');
  if (handle && uuid) return <Post key={uuid} address={{ handle, activity_uuid: uuid }} />;
  return (
    <>
      <PageHeader title="Not found" />
      <NotFoundState what="place" />
    </>
  );
}
