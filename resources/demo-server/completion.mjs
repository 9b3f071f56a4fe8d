// How an argument of a prompt or a variable of a template could go on.

const MOST_VALUES = 100

const CITIES = {
  Ecuador: ['Cuenca', 'Guayaquil', 'Loja', 'Quito'],
  Norway: ['Bergen', 'Oslo', 'Stavanger', 'Tromsø'],
  Switzerland: ['Basel', 'Bern', 'Genève', 'Lugano', 'Zürich']
}

const NUMBERS = Array.from({ length: 250 }, (_, index) => String(index + 1))

/** By the name of the argument; `known` is what the others hold. */
const VALUES = {
  country: () => Object.keys(CITIES),
  city: ({ country }) => CITIES[country] ?? Object.values(CITIES).flat(),
  tone: () => ['calm', 'cheerful', 'grave', 'rushed'],
  language: () => ['c', 'go', 'java', 'javascript', 'python', 'rust', 'typescript'],
  unit: () => ['celsius', 'fahrenheit', 'kelvin'],
  id: () => NUMBERS
}

export function complete({ argument, context }) {
  const known = Object.hasOwn(VALUES, argument.name) ? VALUES[argument.name] : () => []
  const begin = String(argument.value).toLowerCase()
  const values = known(context?.arguments ?? {}).filter((value) =>
    value.toLowerCase().startsWith(begin)
  )
  return {
    completion: {
      values: values.slice(0, MOST_VALUES),
      total: values.length,
      hasMore: values.length > MOST_VALUES
    }
  }
}
