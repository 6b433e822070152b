import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import fieldStyles from '../core/field.module.css'
import { ChevronIcon, DangerIcon } from '../core/icons.tsx'
import { FoundOptions, type Option } from './found-options.tsx'
import styles from './combo-box.module.css'
import './own-rules.ts'

/** A text, with the id of the option that it names. */
export interface NamedOption {
  id: string | null
  text: string
}

export interface NameComboBoxProps {
  /** Of the input. */
  id: string
  name: string
  label: ReactNode
  /** The text "(optional)" in the reader's language. */
  optional?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** What a search for the text has found. */
  options: readonly Option[]
  value: NamedOption
  onChange: (value: NamedOption) => void
  maxLength?: number | undefined
  /** Shown below the options, such as that there are more, or that nothing was found. */
  note?: ReactNode
}

/** A name that is typed, or chosen from what the server finds by it. A text that names no option counts too. */
export function NameComboBox(props: NameComboBoxProps) {
  const { label, optional, hint, error, value, onChange, note } = props
  // A search may lack the chosen one by now. React Aria would take the text for another one than that of the choice.
  const isListed = value.id === null || props.options.some(({ id }) => id === value.id)
  const options = isListed ? props.options : [{ id: value.id ?? '', label: value.text }, ...props.options]
  return (
    <AriaComboBox
      id={props.id}
      name={props.name}
      className={fieldStyles.field!}
      items={options}
      inputValue={value.text}
      onInputChange={(text) => onChange({ id: text === value.text ? value.id : null, text })}
      value={value.id}
      // The text and the choice change together: otherwise the list opens again for the new text.
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key)
        onChange(chosen ? { id: chosen.id, text: chosen.label } : { id: null, text: value.text })
      }}
      isInvalid={Boolean(error)}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label className={fieldStyles.label!}>
        {label}
        {optional && <span className={fieldStyles.optional}> {optional}</span>}
      </Label>
      {hint && (
        <Text slot="description" className={fieldStyles.hint!}>
          {hint}
        </Text>
      )}
      <span className={styles.comboBox}>
        <Input className={fieldStyles.control!} {...(props.maxLength && { maxLength: props.maxLength })} />
        <Button className={styles.open!}>
          <ChevronIcon size={18} />
        </Button>
      </span>
      {error && (
        <Text slot="errorMessage" className={fieldStyles.error!}>
          <DangerIcon />
          <span>{error}</span>
        </Text>
      )}
      <FoundOptions note={note} />
    </AriaComboBox>
  )
}
