import type { WireFailure } from '../../../shared/protocol/failure'
import { ServerText } from '../../ui/text/ServerText'
import styles from './exchange.module.css'

/** What came over HTTP in place of an answer: its status, its type and its body, as text. */
export function ResponseBody({ failure: { status, body } }: { readonly failure: WireFailure }) {
  if (!body) return null
  const { contentType, encoding, text, isCut } = body
  const facts = [
    status === undefined ? 'HTTP response' : `HTTP status ${status}`,
    contentType === '' ? 'no content type' : contentType,
    ...(encoding === undefined ? [] : [`Content-Encoding ${encoding}`])
  ]
  const isEmpty = text === '' && encoding === undefined
  return (
    <div className={styles['response']}>
      <p className="ui-subtle">
        This came instead of an answer: <ServerText>{facts.join(', ')}</ServerText>
        {isEmpty && ', with an empty body'}
        {encoding !== undefined && '. The packed body is in Traffic'}.
        {isCut === true && ' Only its beginning is shown; all of it is in Traffic.'}
      </p>
      {text !== '' && (
        <pre aria-label="Body of the response" tabIndex={0}>
          <ServerText>{text}</ServerText>
        </pre>
      )}
    </div>
  )
}
