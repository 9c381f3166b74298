/** Whether ads and ad sets can be added to a campaign: not once it is archived or deleted (SIL-112). */
export const takesChildren = ({ status }: { readonly status: string }): boolean =>
  status !== 'ARCHIVED' && status !== 'DELETED'
