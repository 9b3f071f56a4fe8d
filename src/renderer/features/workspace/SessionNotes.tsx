import type { ServerSummary } from '../../../shared/servers/server-config'
import { useSession } from '../../stores/servers/sessions'
import { PostMortemPanel } from '../post-mortem/PostMortemPanel'
import { WatchLine } from '../watch/WatchLine'
import { ChangesLine } from './ChangesLine'
import { CutOffer } from './CutOffer'

type Props = {
  readonly server: ServerSummary
  /** Otherwise what there is to say of a failure fills the workspace. */
  readonly hasBeenOpen: boolean
}

/** What happened to a session by itself: how it ended, how it was restarted, what is different now. */
export function SessionNotes({ server, hasBeenOpen }: Props) {
  const { state, catalogue, postMortem, changes } = useSession(server.id)
  return (
    <>
      {postMortem && (hasBeenOpen || state.phase !== 'failed') && (
        <PostMortemPanel
          key={postMortem.time}
          server={server}
          state={state}
          postMortem={postMortem}
        />
      )}
      <WatchLine serverId={server.id} />
      <ChangesLine serverId={server.id} changes={changes} />
      <CutOffer serverId={server.id} tools={catalogue.tools} />
    </>
  )
}
