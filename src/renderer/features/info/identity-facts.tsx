import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionState } from '../../../shared/servers/session-state'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { CopyButton } from '../../ui/controls/CopyButton'
import { ServerText } from '../../ui/text/ServerText'
import type { Fact } from './Facts'
import { Instructions } from './Instructions'
import { ServerIcons } from './ServerIcons'
import styles from './info.module.css'

type Ready = Extract<SessionState, { phase: 'ready' }>

/** What the server says about itself. */
export function identityFacts(
  serverId: ServerId,
  { server, instructions }: Ready
): readonly Fact[] {
  const { name, title, version, description, websiteUrl, icons } = server
  return [
    ['Name', <ServerText key="name">{title ?? name}</ServerText>],
    ['Identifies as', <ServerText key="id">{`${name} ${version}`}</ServerText>],
    ...(description === undefined
      ? []
      : [['Description', <ServerText key="text">{description}</ServerText>] as const]),
    ...(websiteUrl === undefined
      ? []
      : [['Website', <Website key="site" url={websiteUrl} />] as const]),
    ...(icons === undefined || icons.length === 0
      ? []
      : [['Icons', <ServerIcons key="icons" serverId={serverId} icons={icons} />] as const]),
    [
      'Instructions',
      instructions === undefined ? 'none' : <Instructions key="say" text={instructions} />
    ]
  ]
}

/** Main shows the person where it leads, and opens it in their browser if they want. */
function Website({ url }: { readonly url: string }) {
  return (
    <span className={styles['website']}>
      <button
        type="button"
        className={styles['link']}
        onClick={() => void request('link.open', { url }).catch(notify)}
      >
        <ServerText>{url}</ServerText>
      </button>
      <CopyButton label="Copy the address" text={() => url} />
    </span>
  )
}
