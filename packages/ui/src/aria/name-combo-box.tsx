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

/** A text, and the id of the option it names, if any. */
export interface NamedOption {
  id: string | null
  text: string
}

export interface NameComboBoxProps {
  /** The id of the input. */
  id: string
  name: string
  label: ReactNode
  /** The text "(optional)" in the user's language. */
  optional?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** The search results for the text. */
  options: readonly Option[]
  value: NamedOption
  onChange: (value: NamedOption) => void
  maxLength?: number | undefined
  /** Shown below the options: that there are more, or no matches. */
  note?: ReactNode
}

/**
 * A name that is typed, or chosen from the server's matches. A text that names no option is valid
 * too.
 */
export function NameComboBox(props: NameComboBoxProps) {
  const { label, optional, hint, error, value, onChange, note } = props
  // The results may lack the chosen option. Without it React Aria would treat the text as a new
  // one.
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
      // The text and the choice change together; otherwise the list would reopen for the new text.
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
