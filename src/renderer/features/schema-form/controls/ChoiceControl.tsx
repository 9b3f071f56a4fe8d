import { visibleText } from '../../../../shared/text/visible-text'
import { ChoiceSearch } from './ChoiceSearch'
import { ariaOf, type ControlProps } from './field-control'
import { shortJson } from '../schema/hints'
import { indexOfValue, type Option } from '../schema/options'
import styles from './controls.module.css'

type Props = ControlProps & { readonly options: readonly Option[] }

const MAX_IN_SELECT = 12
const LEFT_OUT = 'left out'
const OTHER = 'other'

/** A choice stands by its place in the list, for two labels can be alike. */
export function ChoiceControl(props: Props) {
  const { options, value, isRequired, canBeAbsent, onChange } = props
  const chosen = indexOfValue(options, value)
  if (options.length > MAX_IN_SELECT) return <ChoiceSearch {...props} chosen={chosen} />
  const isOther = chosen === -1 && value !== undefined
  return (
    <select
      {...ariaOf(props)}
      className={styles['select']}
      data-empty={value === undefined}
      value={value === undefined ? LEFT_OUT : isOther ? OTHER : String(chosen)}
      onChange={({ target }) => {
        if (target.value === OTHER) return
        onChange(target.value === LEFT_OUT ? undefined : options[Number(target.value)]?.value)
      }}
    >
      {canBeAbsent && (value === undefined || !isRequired) && (
        <option value={LEFT_OUT}>{isRequired ? 'left out: choose one' : 'left out'}</option>
      )}
      {isOther && <option value={OTHER}>{visibleText(`${shortJson(value)}: not a choice`)}</option>}
      {options.map((option, index) => (
        <option key={index} value={String(index)}>
          {visibleText(option.label)}
        </option>
      ))}
    </select>
  )
}
