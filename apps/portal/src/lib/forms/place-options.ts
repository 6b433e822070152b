import { useLanguage } from '@gatehouse/i18n/use-language'
import { canonicalZone, regions } from '@gatehouse/validation/places'
import { useMemo } from 'react'

interface PlaceOption {
  value: string
  label: string
}

/** The countries with a numbering plan, by their names in the page's language. */
export function useCountryOptions(): readonly PlaceOption[] {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return regions
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((one, other) => one.label.localeCompare(other.label, language))
  }, [language])
}

/** The time zones that this browser knows, and the row's own. */
export function useZoneOptions(chosen?: string): readonly PlaceOption[] {
  return useMemo(() => {
    const known = ['UTC', ...Intl.supportedValuesOf('timeZone').map(canonicalZone).sort()]
    const zones = chosen === undefined || known.includes(chosen) ? known : [...known, chosen]
    return zones.map((zone) => ({ value: zone, label: zoneLabel(zone) }))
  }, [chosen])
}

/** The readable name of a zone. */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/**
 * The browser's country, by its language; undefined where it is unknown, or has no numbering plan.
 */
export function ownRegion(): string | undefined {
  try {
    const { region } = new Intl.Locale(navigator.language).maximize()
    return region !== undefined && regions.includes(region) ? region : undefined
  } catch {
    // Some browsers have an invalid language tag, such as `en-US@posix` or an empty text.
    return undefined
  }
}
