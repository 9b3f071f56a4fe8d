import { ArrowRight, ExternalLink } from 'lucide-react'
import { isNumber } from '../../../shared/json/exact-number'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { goTo } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { CopyButton } from '../../ui/controls/CopyButton'
import { bytes } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { claimsAbout } from './annotations'
import { BlockFrame } from './BlockFrame'
import styles from './content.module.css'

type Props = {
  readonly block: Readonly<Record<string, unknown>>
  readonly uri: string
  readonly serverId: ServerId
}

const SHOWN_CHARS = 2_000
/** What a client may fetch from the web by itself; main decides whether it is opened. */
const WEB_PAGE = /^https?:\/\//i

/** A resource that the server points to. It is read from the server, and only when asked for. */
export function ResourceLink({ block, uri, serverId }: Props) {
  const { name, title, description, mimeType, size, annotations } = block
  const facts = [
    ...(typeof mimeType === 'string' ? [mimeType] : []),
    ...(isNumber(size) ? [bytes(Number(size))] : [])
  ]
  return (
    <BlockFrame
      kind="Resource link"
      facts={facts}
      claims={claimsAbout(annotations)}
      actions={<CopyButton label="Copy the URI" text={() => uri} />}
    >
      <div className={styles['linkBody']}>
        <div className={styles['linkText']}>
          {(typeof title === 'string' || typeof name === 'string') && (
            <strong>
              <ServerText>{textOf(typeof title === 'string' ? title : name)}</ServerText>
            </strong>
          )}
          <code>
            <ServerText>{textOf(uri)}</ServerText>
          </code>
          {typeof description === 'string' && (
            <p className="ui-subtle">
              <ServerText>{textOf(description)}</ServerText>
            </p>
          )}
        </div>
        <div className={styles['linkButtons']}>
          {WEB_PAGE.test(uri) && (
            <Button onClick={() => void request('link.open', { url: uri }).catch(notify)}>
              <ExternalLink aria-hidden="true" size={14} /> Open in browser…
            </Button>
          )}
          <Button onClick={() => goTo(serverId, { tab: 'resources', resource: uri })}>
            <ArrowRight aria-hidden="true" size={14} /> Open resource
          </Button>
        </div>
      </div>
    </BlockFrame>
  )
}

function textOf(value: unknown): string {
  return String(value).slice(0, SHOWN_CHARS)
}
