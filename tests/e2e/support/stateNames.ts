/**
 * The names of all states that hold no other, as `valueText` writes them: `loading.reading`. A table that is keyed by
 * them does not compile when the chart has a state that the table does not know.
 */
export type StateName<Value> = Value extends string
  ? Value
  : { [Region in keyof Value & string]-?: `${Region}.${StateName<NonNullable<Value[Region]>>}` }[keyof Value &
      string];
