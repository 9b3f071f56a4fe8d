import { Command } from 'cmdk'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useMemo, useState } from 'react'
import { visibleText } from '../../../../shared/text/visible-text'
import { PopoverPanel } from '../../../ui/controls/PopoverPanel'
import { ServerText } from '../../../ui/text/ServerText'
import { ariaOf, stateWord, type ControlProps } from './field-control'
import { shortJson } from '../schema/hints'
import type { Option } from '../schema/options'
import styles from './controls.module.css'

type Props = ControlProps & { readonly options: readonly Option[]; readonly chosen: number }

const MAX_SHOWN = 100

/** One of many, found by typing a part of it. */
export function ChoiceSearch(props: Props) {
  const { options, chosen, label, value, isRequired, canBeAbsent, onChange } = props
  const [isOpen, setIsOpen] = useState(false)

  function choose(next: Option['value'] | undefined): void {
    setIsOpen(false)
    onChange(next)
  }

  const option = options[chosen]
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          {...ariaOf(props)}
          role="combobox"
          aria-expanded={isOpen}
          className={styles['combobox']}
          data-empty={value === undefined}
        >
          <span className="ui-cut">
            {option ? <ServerText>{option.label}</ServerText> : <Other value={value} />}
          </span>
          <ChevronDown aria-hidden="true" size={13} />
        </button>
      </Popover.Trigger>
      <PopoverPanel
        className={styles['popover']}
        sideOffset={2}
        aria-label={`Choices for ${label}`}
      >
        <Choices
          label={label}
          options={options}
          canBeAbsent={canBeAbsent && !isRequired}
          onChoose={choose}
        />
      </PopoverPanel>
    </Popover.Root>
  )
}

function Other({ value }: { readonly value: ControlProps['value'] }) {
  if (value === undefined) return stateWord(value)
  return <ServerText>{`${shortJson(value)}: not a choice`}</ServerText>
}

type ChoicesProps = {
  readonly label: string
  readonly options: readonly Option[]
  readonly canBeAbsent: boolean
  readonly onChoose: (value: Option['value'] | undefined) => void
}

function Choices({ label, options, canBeAbsent, onChoose }: ChoicesProps) {
  const [sought, setSought] = useState('')
  const lowered = useMemo(() => options.map((option) => option.label.toLowerCase()), [options])
  const found = useMemo(() => {
    const part = sought.trim().toLowerCase()
    return options
      .map((option, index) => ({ option, index }))
      .filter(({ index }) => lowered[index]?.includes(part))
  }, [options, lowered, sought])
  return (
    <Command shouldFilter={false} label={label}>
      <Command.Input
        className={styles['search']}
        placeholder={`Find one of ${options.length.toLocaleString('en-GB')}`}
        value={sought}
        onValueChange={setSought}
      />
      <Command.List className={styles['choices']}>
        <Command.Empty className={styles['word']}>No choice has that in it.</Command.Empty>
        {canBeAbsent && sought === '' && (
          <Command.Item className={styles['choice']} value="-" onSelect={() => onChoose(undefined)}>
            <span className={styles['word']}>left out</span>
          </Command.Item>
        )}
        {found.slice(0, MAX_SHOWN).map(({ option, index }) => (
          <Command.Item
            key={index}
            value={String(index)}
            className={styles['choice']}
            title={visibleText(option.label)}
            onSelect={() => onChoose(option.value)}
          >
            <ServerText>{option.label}</ServerText>
          </Command.Item>
        ))}
      </Command.List>
      {found.length > MAX_SHOWN && (
        <p className={styles['more']}>
          {(found.length - MAX_SHOWN).toLocaleString('en-GB')} more: type to find them.
        </p>
      )}
    </Command>
  )
}
