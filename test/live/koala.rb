# What the suite of koala needs of versions of its libraries that it was written for.
require 'yaml'

# Psych before 4, as its Gemfile says: later ones take the options of safe_load by name.
module PsychBefore4
  def safe_load(yaml, *places, **options)
    names = %i[permitted_classes permitted_symbols aliases filename]
    super(yaml, **names.zip(places).reject { |_, value| value.nil? }.to_h, **options)
  end
end
YAML.singleton_class.prepend(PsychBefore4)

# Faraday before 2 has this adapter without a file of its own.
begin
  require 'faraday/net_http'
rescue LoadError
  $LOAD_PATH << File.join(Dir.pwd, 'adapters')
end
