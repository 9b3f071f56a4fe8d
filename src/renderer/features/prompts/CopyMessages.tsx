import { Copy } from 'lucide-react'
import type { Exchange } from '../../../shared/calls/exchange'
import { fromJson } from '../../../shared/json/json'
import { notify, tell } from '../../stores/window/notices'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton } from '../../ui/controls/Menu'
import { allJson } from '../content/body/use-body-text'
import { messagesText } from './prompt-words'

type Props = { readonly exchange: Exchange }

export function CopyMessages({ exchange }: Props) {
  const { kind } = exchange.outcome
  if (kind !== 'result' && kind !== 'held') return null
  return (
    <MenuButton
      label="Copy"
      entries={() => [
        { label: 'Copy as text', onSelect: () => void copy(exchange, messagesText) },
        { label: 'Copy as JSON', onSelect: () => void copy(exchange, laidOut) }
      ]}
    >
      <IconButton label="Copy the messages">
        <Copy aria-hidden="true" size={14} />
      </IconButton>
    </MenuButton>
  )
}

function laidOut(result: unknown): string {
  return JSON.stringify(result, null, 2)
}

async function copy(exchange: Exchange, write: (result: unknown) => string): Promise<void> {
  try {
    await navigator.clipboard.writeText(write(await wholeResult(exchange)))
    tell('Copied the messages.')
  } catch (error) {
    notify(error)
  }
}

async function wholeResult({ outcome, answerSeq = 0 }: Exchange): Promise<unknown> {
  if (outcome.kind === 'result') return outcome.result
  return fromJson(await allJson({ ref: { seq: answerSeq }, pointer: '' }))
}
