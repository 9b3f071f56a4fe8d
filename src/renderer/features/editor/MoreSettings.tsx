import { useState } from 'react'
import { DEFAULT_SETTINGS, RETRY_PROFILES } from '../../../shared/servers/server-config'
import { isObject } from '../../../shared/json/json'
import { Checkbox } from '../../ui/controls/Checkbox'
import { FieldGroup } from '../../ui/controls/Field'
import { Select } from '../../ui/controls/Select'
import { TextField } from '../../ui/controls/TextField'
import { numberFrom, textIn, withField } from './definition-text'
import { problemAt } from './field-faults'
import { List, Text, type FormProps } from './FormFields'
import { splitLines } from './split-arguments'
import styles from './editor.module.css'

/** Each can also stand in `timeouts`, and is changed where it stands. */
const TIMEOUTS = [
  {
    field: 'initializeTimeout',
    inner: 'initialize',
    label: 'To initialize',
    fallbackMs: DEFAULT_SETTINGS.initializeTimeoutMs
  },
  {
    field: 'readTimeout',
    inner: 'read',
    label: 'To read lists',
    fallbackMs: DEFAULT_SETTINGS.readTimeoutMs
  },
  {
    field: 'callTimeout',
    inner: 'call',
    label: 'Of a call',
    fallbackMs: DEFAULT_SETTINGS.callTimeoutMs
  }
] as const

const ERAS = [
  { value: '', label: 'Not said: auto' },
  { value: 'auto', label: 'auto: modern, or else legacy' },
  { value: 'modern', label: 'modern' },
  { value: 'legacy', label: 'legacy' }
] as const

const RETRIES = [
  { value: '', label: 'Not said: standard' },
  ...Object.keys(RETRY_PROFILES).map((name) => ({ value: name, label: name }))
]

const FIELDS: readonly string[] = [
  'timeout',
  'timeouts',
  ...TIMEOUTS.map(({ field }) => field),
  'maxRestarts',
  'retry',
  'healthInterval',
  'era',
  'frameLimit',
  'listLimit',
  'pageLimit',
  'roots',
  'metricsUrl',
  'disabled'
]

/** What most definitions leave out. Opens by itself when one of it is written. */
export function MoreSettings(form: FormProps) {
  const { value, text, faults, onChange } = form
  const written = FIELDS.filter((field) => field in value)
  const [isOpenFirst] = useState(written.length > 0)

  function choose(field: string, chosen: string): void {
    onChange(withField(text, [field], chosen === '' ? undefined : chosen), field)
  }

  return (
    <details className={styles['more']} open={isOpenFirst}>
      <summary>
        More settings
        {written.length > 0 && <span className="ui-hint"> {written.length} set</span>}
      </summary>
      <div className={styles['fields']}>
        <NumberField
          {...form}
          path={['timeout']}
          label="Timeout"
          unit="ms"
          fallback="of each kind"
        />
        {TIMEOUTS.map(({ field, inner, label, fallbackMs }) => {
          const { timeouts } = value
          const isInner = isObject(timeouts) && inner in timeouts
          const path = isInner ? ['timeouts', inner] : [field]
          return (
            <NumberField
              {...form}
              key={field}
              path={path}
              label={label}
              unit="ms"
              fallback={fallbackMs}
            />
          )
        })}
        <NumberField
          {...form}
          path={['maxRestarts']}
          label="Restarts"
          fallback={DEFAULT_SETTINGS.maxRestarts}
        />
        <Select<string>
          label="Retry"
          value={textIn(value['retry'])}
          options={RETRIES}
          problem={problemAt(faults, 'retry')}
          onChange={(chosen) => choose('retry', chosen)}
        />
        <NumberField
          {...form}
          path={['healthInterval']}
          label="Health check"
          unit="ms"
          fallback={DEFAULT_SETTINGS.healthIntervalMs}
        />
        <Select<string>
          label="Era"
          value={textIn(value['era'])}
          options={ERAS}
          problem={problemAt(faults, 'era')}
          onChange={(chosen) => choose('era', chosen)}
        />
        <NumberField
          {...form}
          path={['frameLimit']}
          label="Frame limit"
          unit="bytes"
          fallback={DEFAULT_SETTINGS.frameLimitBytes}
        />
        <NumberField
          {...form}
          path={['listLimit']}
          label="List limit"
          unit="items"
          fallback={DEFAULT_SETTINGS.listLimit}
        />
        <NumberField
          {...form}
          path={['pageLimit']}
          label="List limit"
          unit="pages"
          fallback={DEFAULT_SETTINGS.pageLimit}
        />
        <List
          {...form}
          field="roots"
          label="Roots"
          noun="root"
          hint="Folders that the server is told it may work in."
          split={splitLines}
        />
        <Text
          {...form}
          field="metricsUrl"
          label="Its own metrics"
          isCode
          placeholder="where it gives its numbers, such as /mcp/metrics"
        />
        <FieldGroup label="Disabled" problem={problemAt(faults, 'disabled')}>
          <Checkbox
            isChecked={value['disabled'] === true}
            onChange={(isDisabled) =>
              onChange(withField(text, ['disabled'], isDisabled ? true : undefined), 'disabled')
            }
          >
            It is listed, and not opened
          </Checkbox>
        </FieldGroup>
      </div>
    </details>
  )
}

type NumberProps = FormProps & {
  readonly path: readonly string[]
  readonly label: string
  readonly unit?: string
  /** What holds when nothing is written. */
  readonly fallback: number | string
}

function NumberField({ value, text, faults, onChange, path, label, unit, fallback }: NumberProps) {
  const [outer = '', inner] = path
  const around = value[outer]
  const written = inner === undefined ? around : isObject(around) ? around[inner] : undefined
  const shown = typeof fallback === 'number' ? fallback.toLocaleString('en-GB') : fallback
  return (
    <TextField
      label={unit === undefined ? label : `${label}, ${unit}`}
      inputMode="numeric"
      isCode
      placeholder={shown}
      value={textIn(written)}
      problem={problemAt(faults, path.join('.'))}
      onChange={(next) => onChange(withField(text, [...path], numberFrom(next)), outer)}
    />
  )
}
