import { Button } from '../../ui/controls/Button'
import { ServerText } from '../../ui/text/ServerText'
import { ItemFrame } from './item/ItemFrame'
import { RefuseButtons } from './item/RefuseButtons'
import type { ViewProps } from './item/view-props'
import styles from './item/inbox.module.css'

export function UrlView({ ask, onAnswer, ...frame }: ViewProps<'url'>) {
  const { link, isOpened = false } = ask
  const accept = (): void => onAnswer({ kind: 'url', action: 'accept' })
  const decline = (): void => onAnswer({ kind: 'url', action: 'decline' })
  return (
    <ItemFrame
      {...frame}
      onAllow={link.isAllowed ? accept : undefined}
      onDeny={decline}
      actions={({ isShielded, canAllow }) => (
        <>
          <RefuseButtons
            shortcut="D"
            isShielded={isShielded}
            onRefuse={(action) => onAnswer({ kind: 'url', action })}
          />
          <Button shortcut="A" disabled={!canAllow || !link.isAllowed} onClick={accept}>
            {isOpened ? 'I am done, call again' : 'Open in browser'}
          </Button>
        </>
      )}
    >
      <p className={styles['message']}>
        <ServerText>{ask.message}</ServerText>
      </p>
      <h4 className={styles['label']}>{isOpened ? 'The page that was opened' : 'Address'}</h4>
      <p className={styles['address']}>
        <Address url={ask.url} domain={link.isAllowed ? link.domain : undefined} />
      </p>
      {link.isAllowed ? (
        <p className={styles['hint']}>
          {isOpened
            ? 'The call is made again once the server says that you are done there, or you do.'
            : 'It is opened in your browser, and nothing of it is fetched before. The server learns only that you went there.'}
        </p>
      ) : (
        <p className="ui-problem">It cannot be opened from here. {link.why}</p>
      )}
    </ItemFrame>
  )
}

/** Whole, with the part that somebody answers for standing out: the end of its host. */
function Address({ url, domain }: { readonly url: string; readonly domain: string | undefined }) {
  const [, scheme = '', host = ''] = /^([^:/?#]+:\/\/)([^/?#:]*)/.exec(url) ?? []
  if (domain === undefined || !host.toLowerCase().endsWith(domain)) {
    return <ServerText>{url}</ServerText>
  }
  const end = scheme.length + host.length
  const start = end - domain.length
  return (
    <>
      <ServerText>{url.slice(0, start)}</ServerText>
      <strong className={styles['domain']}>
        <ServerText>{url.slice(start, end)}</ServerText>
      </strong>
      <ServerText>{url.slice(end)}</ServerText>
    </>
  )
}
