import { useState, type FormEvent } from 'react'
import { isDismissal, messageOf } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'
import { setPreferences, usePreferences } from '../../stores/window/preferences'
import { Button } from '../../ui/controls/Button'
import { Segments } from '../../ui/controls/Segments'
import { ServerText } from '../../ui/text/ServerText'
import { TextField } from '../../ui/controls/TextField'
import { Row } from './Row'
import styles from './settings.module.css'

const CHOICES = [
  { value: 'system', label: 'System' },
  { value: 'environment', label: 'Environment' },
  { value: 'none', label: 'None' },
  { value: 'address', label: 'Address' }
] as const
type Choice = (typeof CHOICES)[number]['value']

const MEANINGS: Readonly<Record<Choice, string>> = {
  system: 'As browsers on this machine do. The command line uses the variables of the environment.',
  environment: 'As the variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY say.',
  none: 'Every server is reached directly.',
  address: 'Every server is reached through this proxy, also those on this machine.'
}

function choiceOf(proxy: string): Choice {
  return CHOICES.find(({ value }) => value === proxy)?.value ?? 'address'
}

/** The way to servers that are not started here. */
export function NetworkSection() {
  const proxy = usePreferences((state) => state.proxy)
  const saved = choiceOf(proxy)
  const [chosen, setChosen] = useState<Choice>(saved)
  const [problem, setProblem] = useState<string>()
  const [isAsked, setIsAsked] = useState(false)

  function apply(wanted: string): void {
    setProblem(undefined)
    setIsAsked(true)
    void request('network.setProxy', { proxy: wanted })
      .then(setPreferences, (error: unknown) => {
        setProblem(isDismissal(error) ? undefined : messageOf(error))
      })
      .finally(() => setIsAsked(false))
  }

  function handleChoice(choice: Choice): void {
    setChosen(choice)
    if (choice !== 'address') apply(choice)
  }

  return (
    <>
      <p className={styles['about']}>
        How servers with an address are reached, models and sign-in pages too. The field{' '}
        <code>proxy</code> in the definition of a server goes before this setting. A server that is
        open keeps its connections until you open it again.
      </p>
      <div className={styles['rows']}>
        <Row term="Proxy">
          <Segments label="Proxy" value={chosen} options={CHOICES} onChange={handleChoice} />
        </Row>
      </div>
      <p className={styles['about']}>{MEANINGS[chosen]}</p>
      {chosen === 'address' && (
        <AddressForm
          saved={saved === 'address' ? proxy : ''}
          isAsked={isAsked}
          onApply={apply}
          onChange={() => setProblem(undefined)}
        />
      )}
      {problem !== undefined && (
        <p className="ui-problem" role="alert">
          <ServerText>{problem}</ServerText>
        </p>
      )}
    </>
  )
}

type FormProps = {
  readonly saved: string
  readonly isAsked: boolean
  readonly onApply: (address: string) => void
  readonly onChange: () => void
}

function AddressForm({ saved, isAsked, onApply, onChange }: FormProps) {
  const [address, setAddress] = useState(saved)
  const isReady = address !== '' && address !== saved && !isAsked

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (isReady) onApply(address)
  }

  return (
    <form className={styles['form']} onSubmit={handleSubmit}>
      <TextField
        label="Address of the proxy"
        isCode
        value={address}
        onChange={(text) => {
          onChange()
          setAddress(text.trim())
        }}
        placeholder="http://name:${secret:PROXY_PASSWORD}@proxy.example.com:8080"
        hint="A password is written as ${secret:NAME}. You are asked for it when you go on."
      />
      <div className={styles['bar']}>
        <Button type="submit" disabled={!isReady}>
          {saved === '' ? 'Use it…' : 'Change…'}
        </Button>
      </div>
    </form>
  )
}
