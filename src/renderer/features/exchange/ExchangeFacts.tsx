import type { Exchange } from '../../../shared/calls/exchange'
import { bytes, milliseconds } from '../../ui/text/format'
import { FrameLink } from '../frame/FrameLink'
import styles from './exchange.module.css'

/** How long it took, how much came, and where it is in the traffic. */
export function ExchangeFacts({ exchange }: { readonly exchange: Exchange }) {
  const { tookMs, answerBytes, requestSeq, answerSeq } = exchange
  return (
    <>
      <span>{milliseconds(tookMs)}</span>
      {answerBytes !== undefined && <span>{bytes(answerBytes)}</span>}
      {requestSeq !== undefined && (
        <span className={styles['frames']}>
          <FrameLink seq={requestSeq}>frame #{requestSeq}</FrameLink>{' '}
          {answerSeq !== undefined && <FrameLink seq={answerSeq}>→ #{answerSeq}</FrameLink>}
        </span>
      )}
    </>
  )
}
