import { signatureIn, type HttpHeader } from '../../../../shared/protocol/http-exchange'
import { ServerText } from '../../../ui/text/ServerText'
import type { Seen } from './use-exchanges'
import styles from './frame.module.css'

type Props = { readonly exchanges: readonly Seen[] }

/** What HTTP says around a frame and its answer. Values that may be secret are hidden. */
export function HeadersView({ exchanges }: Props) {
  return (
    <div className={styles['headers']} role="region" aria-label="HTTP headers" tabIndex={0}>
      {exchanges.map(({ seq, exchange }) => (
        <div key={seq} className={styles['exchange']}>
          <Headers
            caption={`Request headers, #${seq}`}
            title={`${exchange.method} ${exchange.url}`}
            note={signatureIn(exchange) ? 'Signed' : 'Not signed'}
            headers={exchange.requestHeaders}
          />
          {exchange.response ? (
            <Headers
              caption={`Response headers, #${seq}`}
              title={`${exchange.response.status} ${exchange.response.reason}`}
              headers={exchange.response.headers}
            />
          ) : (
            <p className={styles['failure']}>No response: {exchange.failure ?? 'it broke off'}</p>
          )}
        </div>
      ))}
    </div>
  )
}

type HeadersProps = {
  readonly caption: string
  readonly title: string
  readonly note?: string
  readonly headers: readonly HttpHeader[]
}

function Headers({ caption, title, note, headers }: HeadersProps) {
  return (
    <table aria-label={caption}>
      <caption>
        <ServerText>{title}</ServerText>
        {note !== undefined && <small className={styles['headersNote']}>{note}</small>}
      </caption>
      <tbody>
        {headers.map(({ name, value }, index) => (
          <tr key={index}>
            <th scope="row">
              <ServerText>{name}</ServerText>
            </th>
            <td>
              <ServerText>{value}</ServerText>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
