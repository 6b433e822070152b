import { useLanguage } from '@gatehouse/i18n/use-language'
import { canonicalZone, regions } from '@gatehouse/validation/places'
import { useMemo } from 'react'

interface PlaceOption {
  value: string
  label: string
}

/** The countries with a numbering plan, by their names in the language of the page. */
export function useCountryOptions(): readonly PlaceOption[] {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return regions
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((one, other) => one.label.localeCompare(other.label, language))
  }, [language])
}

/** The time zones that this browser knows, and the one that a row has already. */
export function useZoneOptions(chosen?: string): readonly PlaceOption[] {
  return useMemo(() => {
    const known = ['UTC', ...Intl.supportedValuesOf('timeZone').map(canonicalZone).sort()]
    const zones = chosen === undefined || known.includes(chosen) ? known : [...known, chosen]
    return zones.map((zone) => ({ value: zone, label: zoneLabel(zone) }))
  }, [chosen])
}

/** The name of a zone as a person reads it. */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** The country of the browser, by its language; undefined where none is known, or it has no numbering plan. */
export function ownRegion(): string | undefined {
  try {
    const { region } = new Intl.Locale(navigator.language).maximize()
    return region !== undefined && regions.includes(region) ? region : undefined
  } catch {
    // Some browsers name a language that is no tag, such as `en-US@posix` or an empty text.
    return undefined
  }
}
