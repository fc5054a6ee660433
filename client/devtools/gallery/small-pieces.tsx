import { Ellipsis } from 'lucide-react';
import { Avatar } from '../../src/people/avatar.tsx';
import { Badge, IconButton } from '../../src/base/ui/icon.tsx';
import { Button } from '../../src/base/ui/button.tsx';
import { CounterRing } from '../../src/base/ui/counter-ring.tsx';
import { CrudMenu } from '../../src/cruds/crud-actions.tsx';
import { Fuse } from '../../src/cruds/fuse.tsx';
import { Bomb, Logo } from '../../src/base/ui/logo.tsx';
import { Menu } from '../../src/base/ui/menu.tsx';
import { NewCrudsPill } from '../../src/feed/new-items-pill.tsx';
import { Tooltip } from '../../src/base/ui/tooltip.tsx';
import { Piece, Row } from './piece.tsx';
import { bram, feed, handlers, ines, juno, mirel, more, noop, odalys, sanne, teo } from './samples.ts';

const DAY = 86_400_000;
const openedAt = Date.now();
const createLife = (share: number, whole: number) => ({
  created_at: new Date(openedAt - whole * (1 - share)).toISOString(),
  expires_at: new Date(openedAt + whole * share).toISOString(),
});
const LIVES = [
  createLife(1, 30 * DAY),
  createLife(0.5, 7 * DAY),
  createLife(0.12, 7 * DAY),
  createLife(0.1, 7 * DAY),
  createLife(0.02, DAY / 24),
];

export function SmallPieces() {
  return (
    <>
      <Piece name="Marks and faces">
        <Row>
          <Logo />
          <Bomb />
          {[ines, odalys, bram, teo, mirel, sanne, juno].map((person) => (
            <Avatar key={person.handle} person={person} />
          ))}
          <Avatar person={ines} size="small" />
          <Avatar person={ines} size="tiny" />
        </Row>
      </Piece>
      <Piece name="Buttons">
        <Row>
          <Button>Crud</Button>
          <Button disabled>Disabled</Button>
          <Button busy>Crud</Button>
          <Button variant="outline">Edit Profile</Button>
          <Button variant="quiet">Cancel</Button>
          <Button small>Reply</Button>
          <IconButton label="More" icon={Ellipsis} />
          <Badge count={3} />
          <Badge count={120} />
        </Row>
      </Piece>
      <Piece name="Counter ring">
        <Row>
          {[240, 120, 18, 0, -12].map((left) => (
            <CounterRing key={left} remaining={left} />
          ))}
        </Row>
      </Piece>
      <Piece name="Fuse">
        {LIVES.map((one) => (
          <div className="gallery-fuse" key={one.created_at}>
            <Fuse life={one} />
          </div>
        ))}
      </Piece>
      <Piece name="Menus, tooltip, pills">
        <Row>
          <Menu
            trigger={(props) => (
              <Button {...props} variant="outline">
                More
              </Button>
            )}
            items={more}
            align="start"
          />
          {feed.slice(0, 1).map((activity) => (
            <CrudMenu key={activity.uuid} activity={activity} handlers={handlers} onReport={noop} />
          ))}
          <Tooltip text="27 November 2026 at 09:32">
            {(props) => (
              <Button {...props} variant="quiet">
                Point here
              </Button>
            )}
          </Tooltip>
          <NewCrudsPill count={4} people={[mirel, juno]} onPress={noop} />
          <NewCrudsPill count={0} people={[]} onPress={noop} />
        </Row>
      </Piece>
    </>
  );
}
