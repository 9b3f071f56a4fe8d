import { useEffect, useState, type FormEvent } from 'react'
import { isDismissal, messageOf } from '../../../shared/protocol/errors'
import type { Preferences } from '../../../shared/ipc/preferences'
import { SAMPLING_PER_MINUTE, type ModelEndpoint } from '../../../shared/question/sampling'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { setPreferences, usePreferences } from '../../stores/window/preferences'
import { loadSecrets, useSecrets } from '../../stores/servers/secrets'
import { Button } from '../../ui/controls/Button'
import { ServerText } from '../../ui/text/ServerText'
import { TextField } from '../../ui/controls/TextField'
import { Amount } from './Amount'
import { askForSecret } from './secret-actions'
import { problemOfName } from './secret-name'
import { TryModel } from './TryModel'
import styles from './settings.module.css'

const KEY_HINTS = {
  unknown: 'The name of the secret that holds the key. Leave it empty where no key is needed.',
  set: 'It is set, among the other secrets.',
  missing: 'It is not set yet. You are asked for it when you go on.'
}

/** The model that may write answers, and how often servers may ask for one. */
export function SamplingSection() {
  const model = usePreferences(({ samplingModel }) => samplingModel)
  useEffect(() => void loadSecrets().catch(notify), [])
  return (
    <>
      <p className={styles['about']}>
        A server may ask for the answer of a model. You see each question in the inbox, and each
        answer before it goes back. You can write it yourself, or have it written by a model that is
        asked as OpenAI’s chat completions are, on this machine or elsewhere.
      </p>
      <ModelForm model={model} />
      <h3 className={styles['subtitle']}>Limit</h3>
      <p className={styles['about']}>
        What a server asks beyond that is declined, and counted in the inbox.
      </p>
      <div className={styles['rows']}>
        <Amount name="samplingPerMinute" label="Questions a minute" bounds={SAMPLING_PER_MINUTE} />
      </div>
    </>
  )
}

function ModelForm({ model }: { readonly model: ModelEndpoint }) {
  const [wanted, setWanted] = useState(model)
  const [problem, setProblem] = useState<string>()
  const isSetUp = model.baseUrl !== ''
  const { baseUrl, keyName } = wanted
  const nameProblem = keyName === '' ? undefined : problemOfName(keyName)
  const standing = useKeyStanding(keyName)
  const isComplete = baseUrl !== '' && wanted.model !== '' && nameProblem === undefined
  const [isAsked, setIsAsked] = useState(false)
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(model)

  function change(part: Partial<ModelEndpoint>): void {
    setProblem(undefined)
    setWanted({ ...wanted, ...part })
  }

  function handleChanged(preferences: Preferences): void {
    setPreferences(preferences)
    change(preferences.samplingModel)
  }

  function handleFailure(error: unknown): void {
    setProblem(isDismissal(error) ? undefined : messageOf(error))
  }

  function apply(preferences: Promise<Preferences>): void {
    setIsAsked(true)
    void preferences.then(handleChanged, handleFailure).finally(() => setIsAsked(false))
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (isComplete && isChanged && !isAsked) apply(request('sampling.setUp', wanted))
  }

  return (
    <form className={styles['form']} onSubmit={handleSubmit}>
      <TextField
        label="Address"
        isCode
        value={baseUrl}
        onChange={(text) => change({ baseUrl: text.trim() })}
        placeholder="http://localhost:11434/v1"
        hint="Patchbay adds /chat/completions if it is missing. Over the network it has to begin with https."
      />
      <TextField
        label="Model"
        isCode
        value={wanted.model}
        onChange={(text) => change({ model: text })}
        placeholder="As it is called there"
      />
      <TextField
        label="Name of the secret"
        isCode
        value={keyName}
        onChange={(text) => change({ keyName: text })}
        placeholder="Such as OPENAI_API_KEY"
        hint={KEY_HINTS[standing]}
        problem={nameProblem}
      />
      <div className={styles['bar']}>
        <Button type="submit" disabled={!isComplete || !isChanged || isAsked}>
          {isSetUp ? 'Change…' : 'Set up…'}
        </Button>
        {isSetUp && !isChanged && standing !== 'unknown' && (
          <Button onClick={() => void askForSecret(keyName)}>
            {standing === 'set' ? 'Replace the key…' : 'Set the key…'}
          </Button>
        )}
        {isSetUp && <Button onClick={() => apply(request('sampling.drop'))}>Use no model</Button>}
        {isChanged && <Button onClick={() => setWanted(model)}>Put back</Button>}
        {isSetUp && !isChanged && <TryModel key={JSON.stringify(model)} />}
        {problem !== undefined && (
          <p className="ui-problem" role="alert">
            <ServerText>{problem}</ServerText>
          </p>
        )}
      </div>
    </form>
  )
}

/** Whether there is a key by that name. What it is, main alone knows. */
function useKeyStanding(name: string): 'unknown' | 'set' | 'missing' {
  const secrets = useSecrets(({ description }) => description?.secrets)
  if (name === '' || !secrets) return 'unknown'
  return secrets.some((secret) => secret.name === name) ? 'set' : 'missing'
}
