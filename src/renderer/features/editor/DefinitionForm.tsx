import type { ClipboardEvent } from 'react'
import { readCommandLine } from '../../../shared/pasted/command-line'
import { Button } from '../../ui/controls/Button'
import { FieldGroup } from '../../ui/controls/Field'
import { Segments } from '../../ui/controls/Segments'
import { Select } from '../../ui/controls/Select'
import { openAddressAuthorization } from '../server/open-authorization'
import { CredentialSettings } from './CredentialSettings'
import { pairsIn, textIn, withField, withList, withPairs } from './definition-text'
import { problemAt } from './field-faults'
import { List, Pairs, Text, type FormProps } from './FormFields'
import { kindOf, type Kind } from './kinds'
import { MoreSettings } from './MoreSettings'
import { NetworkSettings } from './NetworkSettings'
import { SignInSettings } from './SignInSettings'
import { splitArguments } from './split-arguments'

type Props = FormProps & {
  /** What you want while the definition says neither. */
  readonly wantedKind: Kind
  readonly onKind: (kind: Kind) => void
}

const KINDS = [
  { value: 'process', label: 'Process' },
  { value: 'address', label: 'Address' }
] as const

export function DefinitionForm({ wantedKind, onKind, ...form }: Props) {
  const kind = kindOf(form.value) ?? wantedKind
  return (
    <>
      <FieldGroup label="Reached by">
        <div>
          <Segments label="How it is reached" value={kind} options={KINDS} onChange={onKind} />
        </div>
      </FieldGroup>
      {kind === 'process' ? <ProcessFields {...form} /> : <AddressFields {...form} />}
      <Text {...form} field="description" label="Description" />
      {kind === 'address' && (
        <>
          <SignInSettings {...form} />
          <CredentialSettings {...form} />
          <NetworkSettings {...form} />
        </>
      )}
      <MoreSettings {...form} />
    </>
  )
}

function ProcessFields(form: FormProps) {
  function handlePaste(event: ClipboardEvent): void {
    const pasted = readCommandLine(event.clipboardData.getData('text'))
    const isWhole = 'kind' in pasted && pasted.kind === 'process' && pasted.args.length > 0
    if (!isWhole || textIn(form.value['command']) !== '') return
    event.preventDefault()
    const env = [...(pairsIn(form.value['env']) ?? []), ...Object.entries(pasted.env)]
    const withCommand = withField(form.text, ['command'], pasted.command)
    form.onChange(withPairs(withList(withCommand, 'args', pasted.args), 'env', env), 'command')
  }

  return (
    <>
      <div onPaste={handlePaste}>
        <Text
          {...form}
          field="command"
          label="Command"
          isCode
          placeholder="npx, uvx, node, docker…"
        />
      </div>
      <List {...form} field="args" label="Arguments" noun="argument" split={splitArguments} />
      <Pairs {...form} field="env" label="Variables" noun="variable" />
      <Text {...form} field="envFile" label="Env file" isCode placeholder="such as /srv/app/.env" />
      <Text {...form} field="cwd" label="Folder" isCode placeholder="where it runs" />
    </>
  )
}

const TRANSPORTS = [
  { value: '', label: 'Not said: found out from the address' },
  { value: 'auto', label: 'auto: streamable HTTP, or else SSE' },
  { value: 'streamable-http', label: 'streamable-http' },
  { value: 'sse', label: 'sse' },
  { value: 'websocket', label: 'websocket' },
  { value: 'long-poll', label: 'long-poll' }
] as const

function AddressFields(form: FormProps) {
  const word = 'type' in form.value && !('transport' in form.value) ? 'type' : 'transport'
  return (
    <>
      <Text
        {...form}
        field="url"
        label="Address"
        isCode
        placeholder="https://mcp.example.com/mcp"
      />
      <Pairs {...form} field="headers" label="Headers" noun="header" />
      <DebugAuthorization address={textIn(form.value['url'])} />
      <Select<string>
        label="Transport"
        value={textIn(form.value[word])}
        options={TRANSPORTS}
        problem={problemAt(form.faults, 'transport', 'type')}
        onChange={(chosen) =>
          form.onChange(withField(form.text, [word], chosen === '' ? undefined : chosen), word)
        }
      />
    </>
  )
}

/** Shows how signing in would go before anything is saved. What is written here stays. */
function DebugAuthorization({ address }: { readonly address: string }) {
  if (!/^https?:\/\/[^$]+$/i.test(address)) return null
  return (
    <FieldGroup label="Authorization">
      <div>
        <Button onClick={() => openAddressAuthorization(address)}>Debug authorization</Button>
      </div>
    </FieldGroup>
  )
}
